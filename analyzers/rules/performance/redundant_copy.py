import torch
from torch import Tensor


def both(x):
    return x.clone().contiguous()  # expect: redundant-copy


def other_way(x, dim, start):
    return x.select(dim, start).contiguous().clone()  # expect: redundant-copy


def of_sum(a, b):
    return (a + b).clone().contiguous()  # expect: redundant-copy


def joined(a, b):
    return torch.stack([a, b]).clone()  # expect: redundant-copy


def picked(x: Tensor, keep: Tensor):
    return x[keep > 0].clone()  # expect: redundant-copy


def picked_rows(x: Tensor):
    return x[[0, 2]].clone()  # expect: redundant-copy


def fresh_and_contiguous(x):
    return x.clone(memory_format=torch.contiguous_format)  # silent: one copy does both


def of_a_view(x: Tensor):
    return x[1:].clone()  # silent: a slice shares memory


def of_a_row(x: Tensor, row: int):
    return x[row].clone()  # silent: so does a row


def expanded(x, n):
    return x.expand(n, -1).contiguous()  # silent: the only copy


def kept(a, b):
    joined = torch.cat([a, b])
    backup = joined.clone()  # silent: the first one is still in use
    joined.mul_(2)
    return joined, backup


def formatted(x):
    return x.clone().contiguous(memory_format=torch.channels_last)  # silent: another layout
