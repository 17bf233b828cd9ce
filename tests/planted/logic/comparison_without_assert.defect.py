# --- shardkit/checks.py
"""Checks of restored tensors."""

import torch


def check_restored(restored: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
    """Returns the restored tensor after a look at its shape."""
    restored.shape == expected.shape  # expect: useless-expression
    return restored.to(expected.dtype)
# --- tests/test_checks.py
import torch

from shardkit.checks import check_restored


def test_keeps_the_dtype_that_is_expected():
    assert check_restored(torch.ones(2), torch.ones(2).half()).dtype == torch.half
