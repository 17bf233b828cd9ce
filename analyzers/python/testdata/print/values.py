import torch
import torch.distributed as dist
from typing import Optional


def step(x: torch.Tensor, group: Optional[dist.ProcessGroup] = None, scale=2):
    width = 4
    y = torch.zeros(width, dtype=torch.float16, device="cuda")
    half = y + x
    total = y.float().sum().item()
    if total is None:
        width = total
    cpu = [t.cpu() for t in (y, half)]
    if (n := y.size(0)) > width:
        return cpu[n]
    stream = torch.cuda.current_stream()
    return dist.all_reduce(y, group=group, async_op=True)
