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


def reduce_loss(loss, group):  # expect: incompatible-parameter-change
    """The sum over the group."""
    torch.distributed.all_reduce(loss, group=group)
    return loss
# --- trainer/step.py unchanged
from comm.reduce import reduce_loss


def finish(loss, group):
    return reduce_loss(loss, group)
