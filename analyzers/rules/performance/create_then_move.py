# --- pkg/moves.py
import numpy as np
import torch


def positions(batch, length):
    ids = torch.arange(length).cuda()  # expect: create-then-move
    return ids.expand(batch, -1)


def reshaped(length):
    return torch.arange(length).expand(1, -1).cuda()  # expect: create-then-move


def typed(layers, dtype, device):
    return torch.ones(layers).to(device=device, dtype=dtype)  # expect: create-then-move


def like_another(batch, heads, value: torch.Tensor):
    return torch.zeros(batch, heads).to(value)  # expect: create-then-move


def beside(x: torch.Tensor, width):
    return torch.full((width, width), 1.0).to(x.device)  # expect: create-then-move


def in_two_steps(n, device):
    mask = torch.ones(n, n)
    mask = mask.to(device)  # expect: create-then-move
    return mask


def on_the_device(length, device):
    return torch.arange(length, device=device).to(torch.int32)  # silent: made where it is needed


def typed_only(length):
    return torch.arange(length).to(torch.int32)  # silent: a type, no device


def to_the_host(length):
    return torch.zeros(length).to("cpu")  # silent: it stays where it is


def pinned(length):
    staging = torch.empty(length, pin_memory=True)
    return staging.cuda(non_blocking=True)  # silent: pinned for this copy


def under_default(length):
    with torch.device("cuda"):
        return torch.zeros(length).cuda()  # silent: made on the GPU by the context


def filled_on_the_cpu(lengths, width):
    mask = torch.zeros(len(lengths), width)
    for row, length in enumerate(lengths):
        mask[row, :length] = 1
    return mask.cuda()  # silent: filled element by element, copied once


def drawn(shape):
    return torch.randn(shape).cuda()  # silent: the CPU's random numbers are others


def data(rows):
    return torch.tensor(rows).cuda()  # silent: the data come from the host anyway


def arrays(rows):
    return torch.from_numpy(np.stack(rows)).cuda()  # silent: no device= to pass


def moved_sometimes(n, device):
    mask = torch.ones(n)
    if device is not None:
        mask = mask.to(device)  # silent: not always moved
    return mask


def unknown(n, other):
    return torch.ones(n).to(other)  # silent: may be a type


# --- pkg/staged_moves.py
import torch
from pkg.staging import STAGING_DEVICE

device = torch.device(STAGING_DEVICE)


def table(n):
    return torch.zeros(n).to(device)  # silent: the device is the CPU


# --- pkg/staging.py unchanged
import torch

STAGING_DEVICE = "cpu"


def staged(n):
    return torch.arange(n, device=STAGING_DEVICE)
