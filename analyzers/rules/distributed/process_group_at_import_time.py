from dataclasses import dataclass, field

import torch.distributed as dist
from megatron.core import mpu, parallel_state
from megatron.core.parallel_state import get_context_parallel_group


# expect: process-group-at-import-time
def scatter(x, group=parallel_state.get_tensor_model_parallel_group()):
    return x, group


class Router:
    world_size = dist.get_world_size()  # expect: process-group-at-import-time

    def forward(
        self,
        x,
        *,
        rank: int = mpu.get_expert_model_parallel_rank(),  # expect: process-group-at-import-time
    ):
        return x[rank]


@dataclass
class Shard:
    index: int = dist.get_rank()  # expect: process-group-at-import-time
    count: int = field(default_factory=lambda: dist.get_world_size())  # silent: asked when made
    size: int = dist.get_world_size() if dist.is_initialized() else 1  # silent: guarded


def gather(x, group=None):
    # silent: asked when the function runs
    group = get_context_parallel_group() if group is None else group
    return x, group


def outer(x):
    def inner(y, rank=dist.get_rank()):  # silent: the definition itself runs later
        return y + rank

    class Local:
        size = dist.get_world_size()  # silent: the class is made when the function runs

    return inner(x), Local


def by_name(x, make=parallel_state.get_tensor_model_parallel_group):  # silent: not called
    return make()


def of_mesh(x, mesh, group=mesh_group()):  # silent: not one of the getters
    return x, mesh, group


def mesh_group():
    return None
# --- tests/test_scatter.py
import torch.distributed as dist


class TestScatter:
    size = dist.get_world_size()  # silent: the launcher initialised before collection
