import torch.nn as nn
from .layers import Router, scatter as scatter_tokens
from torch.distributed import *

STEP = 0


class Expert(nn.Module):
    size = 4
    sizes = [size for _ in range(size)]

    def forward(self, x):
        global STEP
        STEP += 1
        count = 0

        def hook(grad, *rest, scale=count, **options):
            nonlocal count
            count += 1
            return grad * scale

        if any((last := token) > 0 for token in x):
            x.register_hook(hook)
        return [last for row in x for last in row], (lambda z, w=x: z @ w)


def load(path):
    try:
        with open(path) as file, nn.Timer():
            data = file.read()
    except (OSError, ValueError) as error:
        data = None
        raise RuntimeError(path) from error
    match data:
        case {"kind": kind, **rest}:
            del rest
        case [first, *others] | (first, others):
            pass
    for i, (a, b) in enumerate(data):
        a.b, c = b
    return Router(data)
