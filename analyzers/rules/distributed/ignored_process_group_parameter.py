from typing import Optional

import torch
import torch.distributed as dist
from megatron.core import parallel_state
from megatron.core.process_groups_config import ProcessGroupCollection


# expect: ignored-process-group-parameter
def shard(x, tp_group):
    return x.chunk(parallel_state.get_tensor_model_parallel_world_size())


class Mixer(torch.nn.Module):
    def __init__(
        self,
        config,
        # expect: ignored-process-group-parameter
        pg_collection: Optional[ProcessGroupCollection] = None,
    ):
        super().__init__()
        self.config = config

    def forward(self, x, tp_group=None):  # silent: the base class may say what it takes
        return x


# expect: ignored-process-group-parameter
def reduce(x, reduction_group: dist.ProcessGroup):
    dist.all_reduce(x)
    return x


def used(x, tp_group):
    return x.chunk(tp_group.size())  # silent: used


def used_inside(x, cp_group):
    # silent: used by the function inside
    def inner(y):
        return y.chunk(cp_group.size())

    return inner(x)


def hook(x, process_group):
    raise NotImplementedError  # silent: not written yet


def legacy(x, dp_group=None):
    """Shards x.

    Args:
        dp_group: unused, kept for old callers
    """
    return x  # silent: says so


def first(x, tp_group):
    return x  # silent: one of a table of functions


def second(x, tp_group):
    return x.chunk(tp_group.size())


KERNELS = {"first": first, "second": second}


def number(x, dp_group: int):
    return x  # silent: not a process group


def muon_config_to_kwargs(config, pg_collection):
    return {"lr": config.lr, "groups": pg_collection}


def lion_config_to_kwargs(config, pg_collection):  # silent: one of a family of the same signature
    return {"lr": config.lr}
