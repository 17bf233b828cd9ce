# --- shardkit/checks.py
"""Checks of restored tensors."""

import torch


def check_restored(restored: torch.Tensor, expected: torch.Tensor) -> torch.Tensor:
    """Returns the restored tensor after a look at its shape."""
#if defect
    restored.shape == expected.shape  # expect: useless-expression
#else
    assert restored.shape == expected.shape
#endif
    return restored.to(expected.dtype)
# --- tests/test_checks.py
import torch

from shardkit.checks import check_restored


def test_keeps_the_dtype_that_is_expected():
    assert check_restored(torch.ones(2), torch.ones(2).half()).dtype == torch.half
