# --- pkg/devices.py
import torch
from torch import Tensor, nn, zeros


class Head(nn.Module):
    def forward(self, hidden: Tensor, column: Tensor):
        rows = torch.arange(hidden.shape[0])  # expect: missing-device
        picked = hidden[rows, column]
        return picked

    def score(self, hidden: Tensor):
        return hidden


class Attention(nn.Module):
    def forward(self, scores: Tensor, lengths: Tensor, lengths_cpu: Tensor, width: int):
        steps = torch.arange(width).unsqueeze(0)  # expect: missing-device
        mask = steps < lengths.unsqueeze(1)
        bias = torch.zeros(width, width)  # expect: missing-device
        scores = torch.where(mask, scores + bias, scores)
        scale = torch.ones(())
        scores = scores * scale  # silent: without dimensions it may meet any tensor
        offsets = torch.arange(width, device=scores.device)
        scores = scores + offsets  # silent: device= is there
        table = torch.zeros(width).to(scores.device)
        scores = scores + table  # silent: moved before
        lengths_cpu = lengths_cpu + torch.ones(width)  # silent: both on the CPU
        staging = torch.empty(width, pin_memory=True)
        staging = staging + scores  # silent: pinned, so the host is meant
        sizes = torch.ones(width, dtype=torch.int64)
        parts = scores.split(sizes.tolist())  # silent: sizes belong on the host
        if self.debug:
            print(scores + torch.ones(width))  # silent: only when debugging
        return parts, self.shifted(scores, width)

    def shifted(self, scores: Tensor, width: int):
        return scores.masked_fill(torch.ones(width) > 0, 0.0)  # expect: missing-device


class Branches(nn.Module):
    def forward(self, x: Tensor, n: int):
        if n > 8:
            bias = torch.zeros(n)  # expect: missing-device
        else:
            bias = torch.ones(n)
        return x + bias


class Context(nn.Module):
    def forward(self, x: Tensor):
        with torch.device("cuda"):
            return x + torch.ones(3)  # silent: the context says where


class Filled(nn.Module):
    def forward(self, x: Tensor, n: int):
        x[:, 0] = torch.zeros(n)  # silent: assignment copies between devices
        return x.copy_(torch.ones(n))  # silent: so does copy_


class Unknown(nn.Module):
    def forward(self, x, n: int):
        return x + torch.ones(n)  # silent: nobody knows what x is


def collate(rows: Tensor):
    return rows + torch.ones(rows.shape[0])  # silent: not in a training step


class Imported(nn.Module):
    def forward(self, x: Tensor, n: int):
        return x + zeros(n)  # expect: missing-device


# --- pkg/staged_sums.py
from torch import Tensor, nn, ones
from pkg.staging import staged


class Staged(nn.Module):
    def forward(self, x: Tensor, n: int):
        rows: Tensor = staged(n)
        return x, rows + ones(n)  # silent: another file makes the rows on the CPU


# --- pkg/staging.py unchanged
import torch

STAGING_DEVICE = "cpu"


def staged(n):
    return torch.arange(n, device=STAGING_DEVICE)
