# --- pkg/branches.py
import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn


class Average(nn.Module):
    def forward(self, losses: Tensor, mask: Tensor):
        count = mask.sum()
        if count > 0:  # expect: tensor-in-branch
            losses = losses / count
        return losses.sum()


class Clip(nn.Module):
    def forward(self, grad: Tensor):
        bad = not grad.isfinite().all()  # expect: tensor-in-branch
        return torch.zeros_like(grad) if bad else grad


class Cached(nn.Module):
    def forward(self, x: Tensor, last: Tensor):
        while torch.equal(x, last):  # expect: tensor-in-branch
            x = self.step(x)
        return x


class Scaled(nn.Module):
    def forward(self, x: Tensor, training):
        overflow = x.isinf().any()
        scale = 0.5 if training and overflow else 1.0  # expect: tensor-in-branch
        return x * scale


class Fine(nn.Module):
    def forward(self, x: Tensor, mask, bias: Tensor, lengths_cpu: Tensor):
        if x.shape[0] > 1 and x.size(1) == 4:  # silent: shapes are on the CPU
            x = x.flatten()
        if x.dim() == 3:  # silent: so is the number of dimensions
            x = x[0]
        if bias is not None:  # silent: asks whether it is there
            x = x + bias
        if (bias is None) != (mask is None):  # silent: two such questions
            raise ValueError("both or none")
        if self.debug and x.isnan().any():  # silent: only when debugging
            raise ValueError("nan")
        if self.check_for_nan:
            if x.isnan().any():  # silent: an option asks for it
                raise ValueError("nan")
        rows = np.arange(4)
        if (rows > 2).any():  # silent: an array of numpy
            x = x * 2
        if lengths_cpu.max() > 3:  # silent: its name says where it is
            x = x + 1
        if x.dtype == torch.float16:  # silent: a type
            x = x.float()
        if torch.is_grad_enabled():  # silent: asks no tensor
            x = x.contiguous()
        found = torch.zeros(1, device=x.device)
        dist.all_reduce(found)
        if found > 0:  # silent: the ranks exchange a decision
            return None
        assert (x > 0).all()  # silent: checks are not what a step spends its time on
        # One sync: the host must know how many rows are left.
        if x.sum() > 0:  # silent: the comment above says that it is meant
            x = x.relu()
        return x * (x > 0)  # silent: no branch


class Setup(nn.Module):
    def __init__(self, x: Tensor):
        super().__init__()
        if x.sum() > 0:  # silent: runs once
            self.x = x


def helper(x: Tensor):
    if x.sum() > 0:  # silent: nothing calls it in a step
        return x
    return -x


# --- pkg/staged_branches.py
from torch import Tensor, nn
from pkg.staging import staged


class Staged(nn.Module):
    def forward(self, x: Tensor, n: int):
        rows: Tensor = staged(n)
        if (rows > 3).any():  # silent: another file makes the rows on the CPU
            return x + 1
        return x


# --- pkg/staging.py unchanged
import torch

STAGING_DEVICE = "cpu"


def staged(n):
    return torch.arange(n, device=STAGING_DEVICE)
