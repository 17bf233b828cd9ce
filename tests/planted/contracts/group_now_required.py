# --- comm/reduce.py before
"""Sums over ranks."""

import torch


def reduce_loss(loss, group=None):
    """The sum over the group."""
    torch.distributed.all_reduce(loss, group=group)
    return loss
# --- comm/reduce.py after
"""Sums over ranks."""

import torch


#if defect
def reduce_loss(loss, group):  # expect: incompatible-parameter-change
#else
def reduce_loss(loss, group=None, scale=1.0):
#endif
    """The sum over the group."""
    torch.distributed.all_reduce(loss, group=group)
#if defect
    return loss
#else
    return loss * scale
#endif
# --- trainer/step.py unchanged
from comm.reduce import reduce_loss


def finish(loss, group):
    return reduce_loss(loss, group)
