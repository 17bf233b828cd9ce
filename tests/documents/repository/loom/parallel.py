"""Process groups of a run."""

import torch.distributed as dist

_GROUPS = {}


def initialize(tensor_size: int, expert_size: int) -> None:
    """Creates the tensor, expert and data parallel groups."""
    world = dist.get_world_size()
    if world % (tensor_size * expert_size) != 0:
        raise ValueError(f"world size {world} is no multiple of {tensor_size * expert_size}")
    for name, size in (("tensor", tensor_size), ("expert", expert_size)):
        for start in range(0, world, size):
            ranks = list(range(start, start + size))
            group = dist.new_group(ranks)
            if dist.get_rank() in ranks:
                _GROUPS[name] = group


def get_tensor_group():
    """Ranks that hold the shards of one layer."""
    return _GROUPS["tensor"]


def get_expert_group():
    """Ranks that hold the experts of one layer."""
    return _GROUPS["expert"]
