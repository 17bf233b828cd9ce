# --- megatron/core/parallel_state.py unchanged
"""Global groups."""


def get_tensor_model_parallel_group():
    """Returns the group."""
    return _GROUP
# --- megatron/core/norms.py
"""Norms of gradients."""
import torch
import torch.distributed as dist

#if defect
from megatron.core import parallel_state
#endif


#if defect
def total_norm(norm: torch.Tensor) -> torch.Tensor:
#else
def total_norm(norm: torch.Tensor, group: dist.ProcessGroup) -> torch.Tensor:
#endif
    """Returns the norm over all ranks."""
    squared = norm.float().square()
#if defect
    dist.all_reduce(squared, group=parallel_state.get_tensor_model_parallel_group())  # expect: new-global-process-group-read
#else
    dist.all_reduce(squared, group=group)
#endif
    return squared.sqrt()
# --- tests/test_norms.py
from megatron.core.norms import total_norm


#if defect
def test_adds_squares(norm):
    assert total_norm(norm) == 5.0
#else
def test_adds_squares(norm, tp_group):
    assert total_norm(norm, tp_group) == 5.0
#endif
