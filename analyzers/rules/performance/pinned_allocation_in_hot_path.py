import functools

import torch
from torch import Tensor, nn


class Rope(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.staging = torch.empty(size, pin_memory=True)  # silent: runs once
        self.late = None

    def forward(self, x: Tensor, rank, flag):
        index = torch.tensor([rank, 7 - rank], pin_memory=True)  # expect: pinned-allocation-in-hot-path
        mine = torch.zeros(4).pin_memory()  # expect: pinned-allocation-in-hot-path
        host = torch.empty(4, pin_memory=True)  # expect: pinned-allocation-in-hot-path
        if self.late is None:
            self.late = torch.empty(4, pin_memory=True)  # silent: made at first use, then kept
        plain = torch.empty(4, pin_memory=False)  # silent: says that it is not
        maybe = torch.empty(4, pin_memory=flag)  # silent: may not be
        self.pool.pin_memory()  # silent: not known to be a tensor
        return index, mine, host, plain, maybe, table(4)


@functools.lru_cache
def table(n):
    return torch.empty(n, pin_memory=True)  # silent: kept for each size


def get_batch(rows: Tensor):
    return rows.pin_memory()  # silent: batches come from pageable memory


def prepare(rows: Tensor):
    return rows.pin_memory()  # silent: nothing calls it in a step
