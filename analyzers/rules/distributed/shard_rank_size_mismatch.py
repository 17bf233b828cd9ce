import math

import torch
import torch.distributed as dist
from deepspeed import comm
from megatron.core import parallel_state


def slice_heads(weight, heads, pg_collection):
    per_rank = heads // pg_collection.tp.size()
    first = pg_collection.cp.rank() * per_rank  # expect: shard-rank-size-mismatch
    return weight[first : first + per_rank]


def slice_batch(batch, total):
    step = total // parallel_state.get_data_parallel_world_size()
    rank = dist.get_rank()
    # expect: shard-rank-size-mismatch
    return batch[rank * step : rank * step + step]


def pick_chunk(x, tp_group, cp_group):
    chunks = torch.chunk(x, cp_group.size(), dim=0)
    return chunks[tp_group.rank()]  # expect: shard-rank-size-mismatch


def pick_split(x, n, tp_group, cp_group):
    # expect: shard-rank-size-mismatch
    return x.split(n // cp_group.size(), dim=1)[tp_group.rank()]


def right_chunk(x, cp_group):
    return x.chunk(cp_group.size(), dim=0)[cp_group.rank()]  # silent: the same group


def layers_of_stage(layers, pp_group):
    per_stage = layers // parallel_state.get_virtual_pipeline_model_parallel_world_size()
    return pp_group.rank() * per_stage  # silent: virtual stages and stages belong together


def unknown_group(x, n, group, tp_group):
    step = n // group.size()
    return x[tp_group.rank() * step]  # silent: the group may be that of tensor parallelism


def rank_of_nobody_knows(x, n, rank, tp_group):
    step = n // tp_group.size()
    return x[rank * step]  # silent: what rank counts is not known


def plain_index(x, tp_group, stride):
    return x[tp_group.rank() * stride]  # silent: no length divided by a size


def expert_names(x, n, tp_group, pg_collection):
    step = n // pg_collection.expt_tp.size()
    return x[tp_group.rank() * step]  # silent: tp_group may hold the group of the experts


def load_slice(state, dp_process_group):
    rank = dist.get_local_rank()
    size = dist.get_world_size(group=dp_process_group)
    part = math.ceil(state.numel() / size)
    return state.narrow(0, rank * part, part)  # expect: shard-rank-size-mismatch


def load_with_deepspeed(self, state):
    part = math.ceil(state.numel() / comm.get_world_size(group=self.dp_process_group))
    return state.narrow(0, comm.get_local_rank() * part, part)  # expect: shard-rank-size-mismatch


def load_within_node(state, tp_group, args):
    part = state.numel() // tp_group.size()
    return state.narrow(0, args.local_rank * part, part)  # silent: the group may be the node


def load_own(state, dp_group):
    part = math.ceil(state.numel() / dp_group.size())
    return state.narrow(0, dp_group.rank() * part, part)  # silent: the same group
