import torch
import torch.distributed as dist
from typing import Optional

BLOCK = 128


class Loss:
    def __init__(self, scale: float = 2.0):
        self.scale = scale
        self.total = None

    def add(self, loss):
        self.total = loss if self.total is None else self.total + loss


def step(x: torch.Tensor, group: Optional[dist.ProcessGroup] = None, width=4):
    y = torch.zeros(width, BLOCK, dtype=torch.float16, device="cuda")
    cpu = [t.cpu() for t in (y, y + x)]
    if width is None:
        return cpu
    dist.all_reduce(y)
    return y.float().sum().item()


def masked(losses, mask=None):
    if mask is None:
        return losses.sum()
    if not torch.is_tensor(losses):
        raise TypeError("no tensor")
    return (losses * mask.float()).sum()


def name_of(rank: int):
    name = None
    if rank > 0:
        name = "rank"
    return name.upper()
