# --- pkg/packing.py
import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn


class Packed(nn.Module):
    def forward(self, x: Tensor, cu_seqlens: Tensor):
        chunks = []
        for i in range(cu_seqlens.numel() - 1):
            start = cu_seqlens[i].item()  # expect: host-sync-per-element
            end = cu_seqlens[i + 1].item()
            chunks.append(x[start:end])
        return self._pad(chunks, cu_seqlens)

    def _pad(self, chunks, cu_seqlens: Tensor):
        lengths = [int(n) for n in cu_seqlens]  # expect: host-sync-per-element
        longest = max(lengths)
        return [nn.functional.pad(chunk, (0, longest - len(chunk))) for chunk in chunks]

    def log_lengths(self, cu_seqlens: Tensor):
        return [n.item() for n in cu_seqlens]  # silent: cold by name


def gather_accepted(tokens: Tensor, accepted: Tensor, rows: list):
    out = []
    for row, count in enumerate(accepted):
        position = row * 2
        if count.item() > 0:  # expect: host-sync-per-element
            out.append(tokens[row, :2].tolist())
        while position < 4:
            position += 1
    for position in range(4):
        last = 2 * position
        out.append(tokens[last].item())  # expect: host-sync-per-element
    return out


def boundaries(metadata, chunk_size):
    starts = metadata.cu_seqlens
    ends = [0]
    for i in range(starts.numel() - 1):
        first = starts[i].item()  # expect: host-sync-per-element
        ends.append(first + chunk_size)
    return starts.new_tensor(ends)


def totals(losses: Tensor, parts: list, table: dict, lengths_cpu: Tensor, scores: Tensor):
    array = np.asarray(parts)
    values = []
    for i in range(4):
        values.append(array[i].item())  # silent: an array of numpy
        values.append(table[i].item())  # silent: not known to be a tensor
        values.append(lengths_cpu[i].item())  # silent: its name says where it is
        values.append(losses[0].item())  # silent: the same element each time, no element of a loop
        values.append(scores[i].sum().item())  # silent: computed from the element first
        if i == 3:
            raise ValueError(f"bad loss {losses[i].item()}")  # silent: the step fails here
    on_host = losses.cpu()
    # One transfer for each expert: the host launches their kernels.
    sizes = [scores[i].item() for i in range(4)]  # silent: the comment above says that it is meant
    values += [on_host[i].item() for i in range(4)]  # silent: copied as a whole
    values += [value * 2 for value in losses.tolist()]  # silent: copied as a whole
    return values, sizes


def exchange(flags: Tensor, group):
    dist.all_reduce(flags, group=group)
    return [flags[i].item() for i in range(4)]  # silent: the ranks exchange a decision


def scan_reference(x: Tensor, starts: Tensor):
    for i in range(4):
        x = x + x[starts[i].item()]  # silent: a reference implementation by name
    return x


def scan(x: Tensor, starts: Tensor):
    """Sequential scan.

    This is a reference implementation that the kernel is compared with.
    """
    for i in range(4):
        x = x + x[starts[i].item()]  # silent: its docstring says that it is one
    return x


class Window:
    def move(self, context):
        ids = []
        for i in range(4):
            ids.append(context.request_ids[i].item())  # silent: all such attributes live on the CPU
        return ids


# --- pkg/context.py unchanged
import torch


class Context:
    def __init__(self, n):
        self.request_ids = torch.zeros(n, dtype=torch.int32)


# --- pkg/inference/scheduler.py
import torch
from torch import Tensor


def evict(counts: Tensor, order: list):
    for i in order:
        if counts[i].item() > 0:  # silent: inference keeps its books on the CPU
            return i
    kept = torch.zeros(4, device="cuda")
    return [kept[i].item() for i in order]  # expect: host-sync-per-element


# --- pkg/datasets/blend.py
from torch import Tensor


def lengths_of(documents: Tensor):
    return [documents[i].item() for i in range(4)]  # silent: data are prepared on the CPU


# --- tests/test_packing.py
from torch import Tensor


def check(x: Tensor):
    return [x[i].item() for i in range(4)]  # silent: a test
