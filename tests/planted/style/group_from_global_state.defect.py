# --- megatron/core/parallel_state.py unchanged
"""Global groups."""


def get_tensor_model_parallel_group():
    """Returns the group."""
    return _GROUP
# --- megatron/core/norms.py
"""Norms of gradients."""
import torch
import torch.distributed as dist

from megatron.core import parallel_state


def total_norm(norm: torch.Tensor) -> torch.Tensor:
    """Returns the norm over all ranks."""
    squared = norm.float().square()
    dist.all_reduce(squared, group=parallel_state.get_tensor_model_parallel_group())  # expect: new-global-process-group-read
    return squared.sqrt()
# --- tests/test_norms.py
from megatron.core.norms import total_norm


def test_adds_squares(norm):
    assert total_norm(norm) == 5.0
