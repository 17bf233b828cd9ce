from typing import Optional

import numpy as np
import torch
from torch import Tensor


def loss_func(losses: Tensor, mask: Tensor):
    total = losses.sum()
    stats = torch.tensor([total, mask.sum()], device=losses.device)  # expect: tensor-of-tensor
    return stats


def both(a: Tensor, b: Tensor):
    return torch.tensor([a.sum(), b.mean()])  # expect: tensor-of-tensor


def copy(weight: Optional[Tensor]):
    return torch.tensor(weight)  # expect: tensor-of-tensor


def of_comprehension(parts: list[Tensor]):
    return torch.tensor([part.mean() for part in parts])  # expect: tensor-of-tensor


def through_a_list(a: Tensor, b: Tensor):
    means = [a.mean(), b.mean()]
    return torch.tensor(means)  # expect: tensor-of-tensor


def stacked(a: Tensor, b: Tensor):
    return torch.stack([a.sum(), b.sum()])  # silent: keeps the graph


def rebound(x):
    x = torch.tensor(x)  # silent: what x was before nobody knows
    return x


def numbers(a: Tensor):
    return torch.tensor([a.shape[0], len(a), a.numel()])  # silent: numbers


def read(a: Tensor):
    return torch.tensor(a.sum().item())  # silent: a number, whatever it costs


def by_name(scores, logits):
    return torch.tensor(scores)  # silent: the name of a parameter proves nothing


def either(x: Tensor):
    if isinstance(x, Tensor):
        return x
    return torch.tensor(x)  # silent: not a tensor here


def also_either(x: Tensor):
    return x if torch.is_tensor(x) else torch.tensor(x)  # silent: nor here


def arrays(rows):
    return torch.tensor(np.asarray(rows))  # silent: an array of the host


def converted(x: Tensor):
    return torch.as_tensor(x)  # silent: gives the tensor itself
