import os
import torch
import torch.distributed as dist
import torch.nn.functional as F
from contextlib import suppress

EPS = 1e-12


class Router(torch.nn.Module):
    """Chooses experts."""

    def __init__(self, width: int, experts=[], *, scale: float = 1.0, **options):
        super().__init__()
        self.width = width
        self.register_buffer("seen", torch.zeros(width))
        self._scale = scale if scale else EPS

    def forward(self, x):
        weights = F.softmax(x @ self.weight.t(), dim=-1)
        top = weights.topk(2).values
        if self.training and dist.get_rank() == 0:
            dist.all_reduce(top, async_op=True)
        loss = F.cross_entropy(weights, x.argmax(-1))
        print(loss.item(), f"{loss:.3f} of {self.width!r}")
        return torch.where(top > 0, top.log(), 1.0)


async def train(model, loader, optimizer):
    for step, (x, y) in enumerate(loader):
        try:
            with torch.autocast("cuda", dtype=torch.bfloat16), suppress(ValueError):
                loss = model(x).sum() / (y.norm() + EPS)
            loss.backward()
        except Exception:
            pass
        finally:
            optimizer.step()
            if step % 10 == 0: torch.save(model.state_dict(), "/tmp/x.pt")
        while (n := step) > 3:
            break
        else:
            continue
    match step:
        case 0 | 1: return None
        case {"a": [x, *rest]} if rest: yield x
        case _: raise SystemExit(os.environ["HOME"])
