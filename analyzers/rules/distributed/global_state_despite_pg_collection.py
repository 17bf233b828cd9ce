# --- megatron/core/base.py unchanged
class Base:
    def __init__(self, config, pg_collection):
        self.config = config
        self.pg_collection = pg_collection
# --- megatron/core/wrap.py
from megatron.core import mpu, parallel_state
from megatron.core.base import Base
from megatron.core.parallel_state import get_tensor_model_parallel_rank


def wrap(model, pg_collection):
    size = mpu.get_data_parallel_world_size()  # expect: global-state-despite-pg-collection
    print(mpu.get_data_parallel_rank())  # silent: said once for the group
    return model, size


def shard(weight, tp_group):
    return weight[get_tensor_model_parallel_rank()]  # expect: global-state-despite-pg-collection


class Layer(Base):
    def __init__(self, config, pg_collection):
        super().__init__(config, pg_collection)
        self.cp_group = pg_collection.cp

    def forward(self, x):
        # expect: global-state-despite-pg-collection
        group = parallel_state.get_context_parallel_group()
        # expect: global-state-despite-pg-collection
        rank = parallel_state.get_pipeline_model_parallel_rank()
        return x, group, rank


def optional(model, pg_collection=None):
    if pg_collection is None:
        return mpu.get_data_parallel_world_size()  # silent: there is no collection
    return pg_collection.dp.size()


def early(model, tp_group=None):
    if tp_group is not None:
        return tp_group.rank()
    return get_tensor_model_parallel_rank()  # silent: returned before with a group


def either(model, tp_group=None):
    tp_group = tp_group or parallel_state.get_tensor_model_parallel_group()  # silent: a fallback
    # silent: a fallback in an expression
    rank = tp_group.rank() if tp_group is not None else get_tensor_model_parallel_rank()
    return model, rank


def other_axis(model, tp_group):
    return mpu.get_data_parallel_rank()  # silent: a group of another axis


def stages(model, pg_collection):
    # silent: the virtual pipeline has no group
    return mpu.get_virtual_pipeline_model_parallel_world_size()


def from_field(model, pg_collection):
    return getattr(pg_collection, "tp", parallel_state.get_tensor_model_parallel_group())  # silent: a default


class Builder:
    def __init__(self, config):
        self.tp_group = config.tp_group
        self.rank = get_tensor_model_parallel_rank()  # silent: the constructor makes the attributes


def fill(make):
    pg_collection = make()
    pg_collection.tp = parallel_state.get_tensor_model_parallel_group()  # silent: makes the collection
    return pg_collection


def in_one_branch(model, make, is_split):
    if is_split:
        pg_collection = make(model)
        return pg_collection.dp.size()
    return mpu.get_data_parallel_world_size()  # silent: bound in the other branch


def maybe(model, dp_group=None):
    return mpu.get_data_parallel_rank()  # expect: global-state-despite-pg-collection
# --- tests/test_wrap.py
from megatron.core import mpu


def test_wrap(model, pg_collection):
    assert mpu.get_data_parallel_world_size() == 1  # silent: a test
