# --- engine/core/masks.py before
def old(size):
    return size
# --- engine/core/masks.py after
import torch
import triton


def old(size):  # silent: it was there
    return size + 1


def causal(size, device: str):  # expect: unannotated-public-function
    return size, device


def full(size: int, device: str):  # silent: one finding for a file, this place is related
    return size, device


def padded(size: int, *rest, **options) -> int:  # silent: the rest needs none
    return size


def _inner(size):  # silent: private
    return size


@triton.jit
def kernel(x_ptr, size):  # silent: types of kernels are the compiler's
    pass
# --- engine/core/scale.py
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):  # silent: of autograd
        return x * factor


class Scaler:
    def __init__(self, factor):  # silent: private to the language
        self.factor = factor

    def apply(self, x):  # expect: unannotated-public-function
        return x * self.factor
# --- engine/core/area.py
def area(width, height):  # expect: unannotated-public-function
    return width * height
# --- tools/area.py
def area(width, height):  # silent: a tool
    return width * height
# --- tests/core/test_area.py
def test_area(width):  # silent: a test
    assert width
