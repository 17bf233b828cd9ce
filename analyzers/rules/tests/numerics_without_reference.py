# === An autograd function that is only run.
# --- pkg/core/gate.py
import torch


# expect: numerics-without-reference
class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sigmoid(x) * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad_output * (s + x * s * (1 - s))
# --- tests/test_gate.py
import torch
from pkg.core.gate import Gate


def test_gate_keeps_the_shape():
    assert Gate.apply(torch.ones(3)).shape == (3,)
# === Its output is compared, its gradient is not.
# --- pkg/core/gate.py
import torch


# expect: numerics-without-reference
class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sigmoid(x) * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return g * (s + x * s * (1 - s))
# --- tests/test_gate.py
import torch
from pkg.core.gate import Gate


def test_gate():
    x = torch.randn(3)
    torch.testing.assert_close(Gate.apply(x), x * torch.sigmoid(x))
# === A function of several numerical operations.
# --- pkg/core/attend.py
import torch


# expect: numerics-without-reference
def attend(q, k, v):
    scores = torch.matmul(q, k.transpose(-1, -2))
    weights = torch.softmax(scores / q.shape[-1] ** 0.5, dim=-1)
    return weights @ v
# --- tests/test_attend.py
import torch
from pkg.core.attend import attend


def test_attend():
    x = torch.ones(2, 3)
    assert attend(x, x, x).shape == x.shape
# === Compared with a reference, gradients too.
# --- pkg/core/gate.py
import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)  # silent: output and gradient are compared
        return torch.sigmoid(x) * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad_output * (s + x * s * (1 - s))


def attend(q, k, v):
    scores = torch.matmul(q, k.transpose(-1, -2))  # silent: the change's tests compare
    return torch.softmax(scores, dim=-1) @ v
# --- tests/test_gate.py
import torch
from pkg.core.gate import Gate, attend


def reference_gate(x):
    return x * torch.sigmoid(x)


def test_gate():
    x = torch.randn(3, requires_grad=True)
    y = x.detach().clone().requires_grad_()
    Gate.apply(x).sum().backward()
    reference_gate(y).sum().backward()
    torch.testing.assert_close(x.grad, y.grad)
    assert attend(x, x, x) is not None
# === Not numerical, or not new.
# --- pkg/core/log.py before
import torch


def attend(q, k, v):
    scores = torch.matmul(q, k)
    return torch.softmax(scores, dim=-1) @ v
# --- pkg/core/log.py after
import math

import torch


def attend(q, k, v):
    scores = torch.matmul(q, k)
    scores = scores * 0.5  # silent: the function is not new
    return torch.softmax(scores, dim=-1) @ v


def perplexity(loss, logger):
    logger.log(loss)  # silent: no tensors: a logger and the math module
    return math.exp(math.log(loss) + loss)


def scale(x):
    return torch.exp(x)  # silent: one operation
# --- tests/test_log.py
from pkg.core.log import perplexity, scale


def test_log(logger):
    assert perplexity(1.0, logger) > 0
    assert scale is not None
# === The change brings no test at all: another rule says so.
# --- pkg/core/attend.py
import torch


def attend(q, k, v, mask=None):
    scores = torch.matmul(q, k.transpose(-1, -2))  # silent: untested-code-path speaks of it
    if mask is not None:
        scores = scores + mask
    limit = scores.amax(dim=-1, keepdim=True)
    shifted = scores - limit
    weights = torch.exp(shifted)
    total = weights.sum(dim=-1, keepdim=True)
    weights = weights / total
    result = weights @ v
    if result.isnan().any():
        raise ValueError(mask)
    return result
# --- tests/test_other.py unchanged
def test_other():
    assert 1
