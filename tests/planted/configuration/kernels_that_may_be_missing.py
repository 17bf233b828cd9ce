# --- harbor/norms.py before
"""Norms, fused where a package for it is installed."""

import torch

try:
    import fused_norms

    HAVE_FUSED_NORMS = True
except ImportError:
    HAVE_FUSED_NORMS = False


def rms_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Scales rows of x to a root mean square of one."""
    if HAVE_FUSED_NORMS:
        return fused_norms.rms_norm(x, weight)
    scale = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6)
    return (x.float() * scale).to(x.dtype) * weight
# --- harbor/norms.py after
"""Norms, fused where a package for it is installed."""

import torch

try:
    import fused_norms

    HAVE_FUSED_NORMS = True
except ImportError:
    HAVE_FUSED_NORMS = False


def rms_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Scales rows of x to a root mean square of one."""
    if HAVE_FUSED_NORMS:
        return fused_norms.rms_norm(x, weight)
    scale = torch.rsqrt(x.float().square().mean(-1, keepdim=True) + 1e-6)
    return (x.float() * scale).to(x.dtype) * weight


def add_rms_norm(x: torch.Tensor, bias: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """The norm of x + bias, in one kernel."""
#if defect
    return fused_norms.add_rms_norm(x, bias, weight)  # expect: unguarded-use-of-optional-import
#else
    if not HAVE_FUSED_NORMS:
        raise ImportError("add_rms_norm needs the package fused_norms")
    return fused_norms.add_rms_norm(x, bias, weight)
#endif
# --- tests/test_norms.py before
import pytest
import torch

from harbor.norms import HAVE_FUSED_NORMS, rms_norm


@pytest.mark.skipif(HAVE_FUSED_NORMS, reason="needs a GPU then")
def test_norm_of_ones():
    x = torch.ones(2, 4)
    torch.testing.assert_close(rms_norm(x, torch.ones(4)), x)
# --- tests/test_norms.py after
import pytest
import torch

from harbor.norms import HAVE_FUSED_NORMS, add_rms_norm, rms_norm


@pytest.mark.skipif(HAVE_FUSED_NORMS, reason="needs a GPU then")
def test_norm_of_ones():
    x = torch.ones(2, 4)
    torch.testing.assert_close(rms_norm(x, torch.ones(4)), x)


def test_norm_of_sum_needs_the_package():
    x = torch.ones(2, 4)
    if not HAVE_FUSED_NORMS:
        with pytest.raises((ImportError, NameError)):
            add_rms_norm(x, x, torch.ones(4))
