# --- megatron/core/stats.py before
import torch.distributed as dist
from megatron.core import parallel_state


def reduce_stats(x):
    dist.all_reduce(x, group=parallel_state.get_context_parallel_group())
# --- megatron/core/stats.py after
import torch.distributed as dist
from megatron.core import parallel_state
from megatron.core.parallel_state import (
    get_data_parallel_group,
    get_tensor_model_parallel_world_size,
)


def reduce_stats(x, op):
    # silent: the read was there before, it was only edited
    dist.all_reduce(x, op, group=parallel_state.get_context_parallel_group())


def mean_stats(x):
    dist.all_reduce(x, group=get_data_parallel_group())  # expect: new-global-process-group-read
    return x / get_tensor_model_parallel_world_size()  # silent: the policy is about groups


class Tracker:
    def __init__(self, config):
        # expect: new-global-process-group-read
        self.group = parallel_state.get_expert_model_parallel_group()


def optional(x, tp_group=None):
    if tp_group is None:
        tp_group = parallel_state.get_tensor_model_parallel_group()  # silent: a fallback
    return x, tp_group


def documented(x):
    # Fallback for callers of the old interface.
    return x, parallel_state.get_tensor_model_parallel_group()  # silent: the comment says why


def build_default_pg_collection():
    return parallel_state.get_tensor_model_parallel_group()  # silent: makes the default


def get_group_if_none(group):
    print(group)
    return parallel_state.get_pipeline_model_parallel_group()  # silent: that is its job


def held(x, tp_group):
    # silent: another rule says more
    return x, parallel_state.get_tensor_model_parallel_group()
# --- megatron/core/parallel_state.py
from megatron.core import mpu


def both():
    return mpu.get_tensor_model_parallel_group()  # silent: the module of global state
# --- megatron/core/pipeline.py
from megatron.core import mpu


def last_stage(x):
    group = mpu.get_pipeline_model_parallel_group()  # expect: new-global-process-group-read
    return x, group
# --- megatron/training/loop.py
from megatron.core import mpu


def train():
    return mpu.get_data_parallel_group()  # silent: not the library
# --- tests/core/test_stats.py
from megatron.core import mpu


def test_stats():
    assert mpu.get_data_parallel_group()  # silent: a test
