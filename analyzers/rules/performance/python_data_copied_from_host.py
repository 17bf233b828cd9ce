# --- pkg/pack.py
from typing import List

import torch
from torch import Tensor, nn


class Pack(nn.Module):
    def __init__(self, sizes: List[int], device):
        super().__init__()
        self.sizes = torch.tensor(sizes, device=device)  # silent: runs once
        self.offsets = None

    def forward(self, x: Tensor, sizes: List[int], scale: float, rows, loss: Tensor):
        ends = torch.tensor(sizes, device=x.device)  # expect: python-data-copied-from-host
        starts = torch.tensor([0] + sizes[:-1]).cuda()  # expect: python-data-copied-from-host
        squares = x.new_tensor([n * n for n in sizes])  # expect: python-data-copied-from-host
        x = x * torch.tensor(scale, device="cuda")  # expect: python-data-copied-from-host
        if self.offsets is None:
            self.offsets = torch.tensor(sizes, device=x.device)  # silent: made at first use
        zeros = torch.tensor([0, 0], device=x.device)  # silent: constants have a rule of their own
        empty = torch.tensor([], device=x.device)  # silent: nothing to copy
        host = torch.tensor(sizes)  # silent: stays on the CPU
        pinned = torch.tensor(sizes, pin_memory=True).to(x.device)  # silent: pinned
        other = torch.tensor(rows, device=x.device)  # silent: nobody knows what it is
        pair = torch.as_tensor([loss, scale], device=x.device)  # silent: holds a tensor
        there = torch.as_tensor(loss, device=x.device)  # silent: a tensor
        # The host alone knows the sizes: one copy for each batch.
        known = torch.tensor(sizes, device=x.device)  # silent: the comment above says that it is meant
        return ends, starts, squares, zeros, empty, host, pinned, other, pair, there, known


def prepare(sizes: List[int], device):
    return torch.tensor(sizes, device=device)  # silent: nothing calls it in a step


# --- pkg/captured.py
import torch
from pkg.graphs import CudaGraphManager


class Captured(torch.nn.Module):
    def __init__(self, config):
        self.manager = CudaGraphManager(config, self, function_name="forward")

    def forward(self, x: torch.Tensor, sizes: list):
        return x + torch.tensor(sizes, device=x.device)  # silent: worse, a capture fails here


# --- tests/test_pack.py
import torch


class Module(torch.nn.Module):
    def forward(self, x: torch.Tensor, sizes: list):
        return x + torch.tensor(sizes, device=x.device)  # silent: a test
