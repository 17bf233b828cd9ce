import torch
from torch import Tensor, nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = torch.tensor(1.0, device="cuda")  # silent: runs once
        self.two = None

    def forward(self, x: Tensor, rows):
        half = torch.tensor(0.5, device=x.device)  # expect: constant-copied-from-host
        pair = torch.tensor([0, -1], dtype=torch.long, device="cuda")  # expect: constant-copied-from-host
        moved = torch.tensor([1.0, 2.0]).cuda()  # expect: constant-copied-from-host
        there = torch.tensor(3).to(x.device)  # expect: constant-copied-from-host
        beside = x.new_tensor([0, 1])  # expect: constant-copied-from-host
        if self.two is None:
            self.two = torch.tensor(2.0, device=x.device)  # silent: made at first use, then kept
        empty = torch.tensor([], device=x.device)  # silent: nothing to copy
        data = torch.tensor(rows, device=x.device)  # silent: no constant
        here = torch.tensor(0.5)  # silent: stays on the CPU
        stays = torch.tensor(0.5, device="cpu")  # silent: says so
        typed = torch.tensor(0.5).to(torch.float16)  # silent: a type, no device
        filled = torch.full((), 0.5, device=x.device)  # silent: filled on the device
        return half, pair, moved, there, beside, empty, data, here, stays, typed, filled


def prepare(device):
    return torch.tensor(0.5, device=device)  # silent: nothing calls it in a step
