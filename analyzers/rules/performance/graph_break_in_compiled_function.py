import logging

import numpy as np
import torch
from torch import Tensor

logger = logging.getLogger(__name__)


@torch.compile
def printed(x: Tensor):
    print("computing")  # expect: graph-break-in-compiled-function
    return x * 2


@torch.compile(dynamic=True)
def read(x: Tensor):
    return x / x.max().item()  # expect: graph-break-in-compiled-function


@torch.compile
def branched(x: Tensor):
    if x.sum() > 0:  # expect: graph-break-in-compiled-function
        return x
    return -x


@torch.compile
def guarded(x: Tensor):
    try:  # expect: graph-break-in-compiled-function
        return x * 2
    except RuntimeError:
        return x


@torch.compile
def fine(x: Tensor, bias: Tensor, width: int):
    if x.shape[0] > 1:  # silent: the compiler knows shapes
        x = x * 2
    if bias is not None:  # silent: asks whether it is there
        x = x + bias
    scale = np.sqrt(width)  # silent: no tensor
    return x * scale * float(width)  # silent: a number


@torch.jit.script
def scripted(x: Tensor):
    if x.sum() > 0:  # silent: part of the scripted language
        return x
    return -x


def plain(x: Tensor):
    print(x)  # silent: nobody compiles it
    return x
