# --- pkg/shapes.py
import numpy as np
import torch
from torch import Tensor, nn


class Router(nn.Module):
    def forward(self, probs: Tensor, experts: Tensor, lengths: Tensor, deterministic, rows_cpu):
        counts = torch.bincount(experts, minlength=8)  # expect: data-dependent-shape
        chosen = (probs > 0).nonzero()  # expect: data-dependent-shape
        kept = probs.masked_select(probs > 0.1)  # expect: data-dependent-shape
        names = experts.unique()  # expect: data-dependent-shape
        spread = torch.repeat_interleave(probs, lengths, dim=0)  # expect: data-dependent-shape
        positive = probs[probs > 0]  # expect: data-dependent-shape
        rows = torch.where(experts == 3)  # expect: data-dependent-shape
        first = probs[: lengths.sum()]  # expect: data-dependent-shape
        return counts, chosen, kept, names, spread, positive, rows, first


class Fixed(nn.Module):
    def forward(self, probs: Tensor, experts: Tensor, lengths: Tensor, table, rows_cpu: Tensor):
        counts = torch.histc(experts, bins=8, min=0, max=7)  # silent: as many as bins
        spread = probs.repeat_interleave(lengths, output_size=64)  # silent: the size is given
        heads = probs.repeat_interleave(2, dim=-1)  # silent: the CPU knows the number
        if self.deterministic:
            counts = torch.bincount(experts, minlength=8)  # silent: meant to be reproducible
        array = np.unique(np.asarray([1, 2, 2]))  # silent: an array of numpy
        some = rows_cpu.nonzero()  # silent: its name says where it is
        masked = torch.where(probs > 0, probs, 0.0)  # silent: as many elements as before
        probs[probs < 0] = 0  # silent: fills in place
        picked = probs[experts]  # silent: as many as indices
        words = table.unique()  # silent: not known to be a tensor
        # Syncs once: the host needs the indices.
        chosen = probs.nonzero()  # silent: the comment above says that it is meant
        return counts, spread, heads, array, some, masked, picked, words, chosen


def prepare(x: Tensor):
    return x.nonzero()  # silent: nothing calls it in a step


# --- pkg/staged_rows.py
from torch import Tensor, nn
from pkg.staging import staged


class Staged(nn.Module):
    def forward(self, x: Tensor, n: int):
        rows: Tensor = staged(n)
        return rows.unique(), self._used(rows)  # silent: another file makes the rows on the CPU

    def _used(self, rows: Tensor):
        return rows.nonzero()  # silent: the only caller passes a tensor of the CPU


# --- pkg/staging.py unchanged
import torch

STAGING_DEVICE = "cpu"


def staged(n):
    return torch.arange(n, device=STAGING_DEVICE)
