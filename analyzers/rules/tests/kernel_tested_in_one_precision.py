# === Low precision only.
# --- pkg/core/gate.py
import torch


# expect: kernel-tested-in-one-precision
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


def test_gate():
    x = torch.randn(3, dtype=torch.bfloat16, requires_grad=True)
    Gate.apply(x).sum().backward()
    torch.testing.assert_close(x.grad, x.detach())
# === Full precision only.
# --- pkg/core/add.py
import triton
import triton.language as tl


@triton.jit
# expect: kernel-tested-in-one-precision
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x + 1, mask=mask)


def add_one(x, y):
    add_kernel[(1,)](x, y, x.numel(), BLOCK=128)
    return y
# --- tests/test_add.py
import torch
from pkg.core.add import add_one


def test_add():
    x = torch.zeros(8, dtype=torch.float32)
    assert torch.equal(add_one(x, x.clone()), x + 1)
# === No precision by name.
# --- pkg/core/add.py
import triton
import triton.language as tl


@triton.jit
# expect: kernel-tested-in-one-precision
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x + 1, mask=mask)


def add_one(x, y):
    add_kernel[(1,)](x, y, x.numel(), BLOCK=128)
    return y
# --- tests/test_add.py
import torch
from pkg.core.add import add_one


def test_add(x):
    assert torch.equal(add_one(x, x.clone()), x + 1)
# === Both precisions.
# --- pkg/core/add.py
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n  # silent: tests name low and full precision
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x + 1, mask=mask)


def add_one(x, y):
    add_kernel[(1,)](x, y, x.numel(), BLOCK=128)
    return y
# --- tests/test_add.py
import pytest
import torch
from pkg.core.add import add_one


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_add(dtype):
    x = torch.zeros(8, dtype=dtype)
    assert torch.equal(add_one(x, x.clone()), x + 1)
# === No kernel.
# --- pkg/core/attend.py
import torch


def attend(q, k, v):
    scores = torch.matmul(q, k)  # silent: plain PyTorch keeps its own types
    return torch.softmax(scores, dim=-1) @ v
# --- tests/test_attend.py
import torch
from pkg.core.attend import attend


def test_attend(q):
    torch.testing.assert_close(attend(q, q, q), q)
# === Nothing is compared: another rule asks for that.
# --- pkg/core/gate.py
import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)  # silent: numerics-without-reference speaks of it
        return torch.sigmoid(x) * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * torch.sigmoid(x)
# --- tests/test_gate.py
import torch
from pkg.core.gate import Gate


def test_gate_keeps_the_shape():
    assert Gate.apply(torch.ones(3)).shape == (3,)
# === Not new.
# --- pkg/core/gate.py before
import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g
# --- pkg/core/gate.py after
import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2  # silent: the class is not new

    @staticmethod
    def backward(ctx, g):
        return g * 2
# --- tests/test_gate.py
import torch
from pkg.core.gate import Gate


def test_gate(x):
    torch.testing.assert_close(Gate.apply(x), 2 * x)
# === title: Revert
# title: Revert "Remove the kernel"
# --- pkg/core/add.py
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)  # silent: takes a change back
    tl.store(y_ptr + offsets, x + 1, mask=offsets < n)
# --- tests/test_add.py
import torch


def test_add(x):
    assert torch.equal(x, x)
