import torch


class StoreInput(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, fp8_input_store):
        # expect: fp8-cast-without-scale
        kept = x.to(torch.float8_e4m3fn) if fp8_input_store else x
        again = x.to(torch.float8_e4m3fn)  # silent: once for each file, listed as related
        ctx.save_for_backward(kept, again)
        return x


# --- pkg/gradients.py
import torch


def compress(gradient):
    return gradient.to(dtype=torch.float8_e5m2)  # expect: fp8-cast-without-scale


# --- pkg/by_type.py
from torch import float8_e4m3fn


def pack(weight):
    return weight.contiguous().type(float8_e4m3fn)  # expect: fp8-cast-without-scale


# --- pkg/careful.py
import torch


def quantize_rows(x):
    scale = 448.0 / x.abs().amax(-1, keepdim=True)
    return (x * scale).to(torch.float8_e4m3fn), scale  # silent: scaled


def clamped(x):
    y = x.float().clamp(-448, 448)
    return y.to(torch.float8_e4m3fn)  # silent: clamped


def buffers(n):
    return torch.zeros(n).to(torch.float8_e4m3fn)  # silent: a constant


def scales(exponents):
    return exponents.to(torch.float8_e8m0fnu)  # silent: the type of scales


def reinterpret(raw):
    return raw.view(torch.float8_e4m3fn)  # silent: no cast


def halves(x):
    return x.to(torch.bfloat16)  # silent: not fp8


# --- tests/test_fp8.py
import torch


def test_cast(x):
    assert x.to(torch.float8_e4m3fn) is not None  # silent: a test
