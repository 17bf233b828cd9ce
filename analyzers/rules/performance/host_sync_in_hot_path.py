import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn


class Router(nn.Module):
    def __init__(self, scale: Tensor):
        super().__init__()
        self.scale = scale.item()

    def forward(self, x: Tensor, mask):
        count = mask.sum().item()  # expect: host-sync-in-hot-path
        for row in range(4):
            count += x[row].max().item()
        return self._route(x / count)

    def _route(self, x: Tensor):
        return self._pick(x)

    def _pick(self, x: Tensor):
        return x.cpu()  # expect: host-sync-in-hot-path

    def unused(self, x: Tensor):
        return x.cpu()

    def log_norms(self, x: Tensor):
        return x.norm().item()


class Quiet(Router):
    def forward(self, x: Tensor, debug, tokens_per_expert, rows_cpu):
        if debug:
            print(x.mean().item())
        if self.first_step:
            self.shape = x.tolist()
        # One transfer for each batch: the host needs the sizes.
        sizes = x.tolist()
        array = np.asarray(rows_cpu)
        values = [tokens_per_expert.tolist(), rows_cpu[0].item(), array.max().item()]
        flag = torch.zeros(1, device=x.device)
        dist.all_reduce(flag)
        if flag.item():
            raise ValueError(f"bad value {x.max().item()}")
        text = self.name.cpu()
        return sizes, values, text


class Plain:
    def forward(self, x: Tensor):
        return x.cpu()


def train_step(batch, loss: Tensor):
    torch.cuda.synchronize()  # expect: host-sync-in-hot-path
    return batch


def save_step(loss: Tensor):
    return loss.item()
