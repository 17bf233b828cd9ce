# --- megalith/core/fusions.py before
"""Fused operations, where they are installed."""
import torch


def gelu(x: torch.Tensor) -> torch.Tensor:
    """Applies the tanh form of GELU."""
    return torch.nn.functional.gelu(x, approximate="tanh")
# --- megalith/core/fusions.py after
"""Fused operations, where they are installed."""
import torch

try:
    from megalith_kernels import fused_gelu

    HAVE_FUSED_GELU = True
#if defect
except:  # expect: broad-except-around-import
#else
except ImportError:
#endif
    HAVE_FUSED_GELU = False


def gelu(x: torch.Tensor) -> torch.Tensor:
    """Applies the tanh form of GELU."""
    if HAVE_FUSED_GELU and x.is_cuda:
        return fused_gelu(x)
    return torch.nn.functional.gelu(x, approximate="tanh")
# --- tests/test_fusions.py unchanged
import torch

from megalith.core.fusions import gelu


def test_gelu_of_zero():
    assert gelu(torch.zeros(2)).abs().max() == 0
