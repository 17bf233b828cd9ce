# --- megatron/core/layout.py
import logging
import warnings

import torch
import torch.distributed as dist
from torch.distributed import get_rank

logger = logging.getLogger(__name__)


def plan(layout):
    if dist.get_rank() == 0:  # expect: unguarded-rank-query
        print("layout is ready", layout)
    return layout


class Splitter:
    def split(self, layers, stages):
        if len(layers) % stages:
            if torch.distributed.get_rank() == 0:  # expect: unguarded-rank-query
                logger.warning("uneven stages")
        return [layers[i::stages] for i in range(stages)]


def deprecated(config):
    if get_rank() == 0:  # expect: unguarded-rank-query
        warnings.warn("use the other one")
        logging.info("called with %s", config)


def guarded(layout):
    # silent: asked only when there are ranks
    if dist.is_initialized() and dist.get_rank() == 0:
        print(layout)


def guarded_before(layout):
    if not dist.is_initialized():
        return layout
    if dist.get_rank() == 0:  # silent: returned before without a process group
        print(layout)
    return layout


def saves(state, path):
    if dist.get_rank() == 0:  # silent: decides about more than a message
        torch.save(state, path)
        print("saved")


def reduces(x):
    dist.all_reduce(x)
    if dist.get_rank() == 0:  # silent: the collective before needs the group anyway
        print(x)


def under_size_test(x, world_size):
    if world_size > 1:
        if dist.get_rank() == 0:  # silent: more than one rank here
            print(x)


def in_a_group(x, group):
    if dist.get_rank(group) == 0:  # silent: there is a group
        print(x)
# --- examples/train.py
import torch.distributed as dist


def main():
    if dist.get_rank() == 0:  # silent: scripts run under a launcher
        print("start")
