# --- megatron/core/packing.py unchanged
from megatron.core import parallel_state
from megatron.core.parallel_state import get_context_parallel_group


def pack_sizes(batch, tp_group=None):
    if tp_group is None:
        tp_group = parallel_state.get_tensor_model_parallel_group()
    return batch, tp_group.size()


def ring(batch, *, cp_group=None):
    cp_group = cp_group or get_context_parallel_group()
    return batch, cp_group


def stored(batch, tp_group=None):
    return batch if tp_group is None else batch.chunk(tp_group.size())


def forwarding(batch, tp_group=None):
    return pack_sizes(batch, tp_group=tp_group)


class Packer:
    def __init__(self, config, tp_group=None):
        if tp_group is None:
            tp_group = parallel_state.get_tensor_model_parallel_group()
        self.group = tp_group

    def pad(self, batch, tp_group=None):
        tp_group = tp_group or self.group
        return batch, tp_group
# --- megatron/core/ship.py
import torch.distributed as dist
from megatron.core import packing, parallel_state
from megatron.core.packing import Packer, forwarding, pack_sizes, ring, stored


def ship(batch, tp_group):
    first = pack_sizes(batch)  # expect: process-group-not-forwarded
    return first, pack_sizes(batch)  # silent: said once for the function


def ship_through(batch, tp_group):
    dist.all_reduce(batch, group=tp_group)
    return forwarding(batch)  # expect: process-group-not-forwarded


def ship_ring(batch, pg_collection):
    return packing.ring(batch)  # expect: process-group-not-forwarded


class Shipper(Packer):
    def __init__(self, config, tp_group):
        super().__init__(config, tp_group=tp_group)
        self.tp_group = tp_group
        self.packer = Packer(config)  # expect: process-group-not-forwarded

    def ship(self, batch):
        sizes = pack_sizes(batch)  # expect: process-group-not-forwarded
        self.pad(sizes)  # silent: the method falls back to what the object holds
        return stored(sizes)  # silent: the function does not ask global state


def given(batch, tp_group, pg_collection):
    pack_sizes(batch, tp_group)  # silent: given by position
    pack_sizes(batch, tp_group=pg_collection.tp)  # silent: given by name
    return ring(batch, cp_group=pg_collection.cp)


def nothing_held(batch):
    return pack_sizes(batch)  # silent: the caller has no group


def another_axis(batch, cp_group):
    return pack_sizes(batch)  # silent: a group of another axis


def hidden(batch, tp_group, **kwargs):
    return pack_sizes(batch, **kwargs)  # silent: may be among the arguments


def fallback(batch, tp_group=None):
    if tp_group is None:
        return pack_sizes(batch)  # silent: there is no group here
    return pack_sizes(batch, tp_group=tp_group)


def global_anyway(batch):
    tp_group = parallel_state.get_tensor_model_parallel_group()
    dist.barrier(group=tp_group)
    return pack_sizes(batch)  # silent: the local is the global group
# --- tests/test_ship.py
from megatron.core.packing import pack_sizes


def test_ship(batch, tp_group):
    pack_sizes(batch)  # silent: a test
# --- megatron/core/moved.py before
from megatron.core.packing import pack_sizes


def old(batch, tp_group):
    x = batch
    return pack_sizes(x)
# --- megatron/core/moved.py after
from megatron.core.packing import pack_sizes


def old(batch, tp_group):
    return pack_sizes(batch)  # silent: it was so before the change
