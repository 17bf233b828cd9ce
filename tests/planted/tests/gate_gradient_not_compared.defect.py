# --- megalith/ops/gate.py
"""A gate with a backward pass of its own."""

import torch


# expect: numerics-without-reference
class SigmoidGate(torch.autograd.Function):
    """x * sigmoid(x)."""

    @staticmethod
    def forward(ctx, x: torch.Tensor) -> torch.Tensor:
        """Returns the gated input."""
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output: torch.Tensor) -> torch.Tensor:
        """Returns the gradient of the input."""
        (x,) = ctx.saved_tensors
        gate = torch.sigmoid(x)
        return grad_output * (gate + x * gate * (1.0 - gate))
# --- tests/unit_tests/ops/test_gate.py
import pytest
import torch

from megalith.ops.gate import SigmoidGate


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_gate(dtype):
    x = torch.randn(8, dtype=dtype)
    torch.testing.assert_close(SigmoidGate.apply(x), torch.nn.functional.silu(x))
