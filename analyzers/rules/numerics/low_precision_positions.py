import torch
from torch import nn


def angles(length, inv_freq):
    positions = torch.arange(length, dtype=torch.bfloat16)  # expect: low-precision-positions
    return torch.outer(positions, inv_freq)


def cast_later(length, inv_freq):
    positions = torch.arange(length, device=inv_freq.device)
    return torch.outer(positions.half(), inv_freq)  # expect: low-precision-positions


def cast_by_to(length, offset):
    steps = torch.arange(offset, offset + length)
    return steps.to(device="cuda", dtype=torch.float16)  # expect: low-precision-positions


class Rotary(nn.Module):
    def __init__(self, dim, base=10000.0):
        super().__init__()
        exponents = torch.arange(0, dim, 2, dtype=torch.float32) / dim  # silent: fp32
        self.register_buffer("inv_freq", base**-exponents, persistent=False)
        self.scale = torch.ones(1)

    def forward(self, length):
        positions = torch.arange(length, device=self.inv_freq.device)
        # expect: low-precision-positions
        freqs = torch.outer(positions.type_as(self.inv_freq), self.inv_freq)
        return freqs.cos(), freqs.sin()

    def forward_again(self, length):
        # expect: low-precision-positions
        positions = torch.arange(length, dtype=self.inv_freq.dtype)
        return torch.outer(positions, self.inv_freq)

    def like_an_attribute(self, length):
        return torch.arange(length).to(self.scale.dtype)  # silent: no registered buffer


class Careful(nn.Module):
    def __init__(self, inv_freq):
        super().__init__()
        self.register_buffer("inv_freq", inv_freq)

    def forward(self, length):
        positions = torch.arange(length).type_as(self.inv_freq)  # silent: brought back below
        return torch.outer(positions.float(), self.inv_freq.float())


class Pinned(nn.Module):
    def __init__(self, inv_freq):
        super().__init__()
        self.register_buffer("inv_freq", inv_freq)

    def _apply(self, function, recurse=True):
        return self

    def forward(self, length):
        return torch.arange(length).type_as(self.inv_freq)  # silent: the buffer is not cast


def few():
    return torch.arange(128, dtype=torch.bfloat16)  # silent: exact up to 256


PATCHES = 4


def grid():
    side = PATCHES * PATCHES
    return torch.arange(side, dtype=torch.bfloat16)  # silent: 16 is exact


def long_grid():
    side = 100 * PATCHES
    return torch.arange(side, dtype=torch.bfloat16)  # expect: low-precision-positions


def of_the_input(x):
    return torch.arange(x.shape[1], dtype=x.dtype)  # silent: the dtype is not seen


def indices(length):
    return torch.arange(length, dtype=torch.long)  # silent: whole numbers


# --- tests/test_rotary.py
import torch


def test_rotary():
    positions = torch.arange(4096, dtype=torch.bfloat16)  # silent: a test
    assert positions.numel() == 4096
