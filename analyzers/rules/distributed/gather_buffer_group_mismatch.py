import torch
import torch.distributed as dist
from megatron.core import parallel_state


def gather_shapes(shape, tp_group):
    shapes = [None] * dist.get_world_size()
    dist.all_gather_object(shapes, shape, group=tp_group)  # expect: gather-buffer-group-mismatch
    return shapes


def gather_shards(shard):
    world = parallel_state.get_data_parallel_world_size()
    group = parallel_state.get_data_parallel_group(with_context_parallel=True)
    parts = [torch.empty_like(shard) for _ in range(world)]
    dist.all_gather(parts, shard, group=group)  # expect: gather-buffer-group-mismatch
    return torch.cat(parts)


def gather_sequence(x, pg_collection):
    size = pg_collection.cp.size()
    out = torch.empty(size * x.shape[0], x.shape[1], device=x.device)
    # expect: gather-buffer-group-mismatch
    dist.all_gather_into_tensor(out, x, group=pg_collection.tp)
    return out


def collect_on_first(report, cp_group):
    first = dist.get_rank(cp_group) == 0
    reports = [None] * dist.get_world_size() if first else None
    # expect: gather-buffer-group-mismatch
    dist.gather_object(report, reports, dst=0, group=cp_group)
    return reports


def same_group(shape, tp_group):
    shapes = [None] * tp_group.size()
    dist.all_gather_object(shapes, shape, group=tp_group)  # silent: the same group


def rebound(shape, tp_group):
    shapes = [None] * dist.get_world_size()
    shapes = [None] * dist.get_world_size(tp_group)
    dist.all_gather_object(shapes, shape, group=tp_group)  # silent: the nearest buffer counts


def decided_at_run_time(shape, flag):
    group = parallel_state.get_data_parallel_group(with_context_parallel=flag)
    shapes = [None] * parallel_state.get_data_parallel_world_size()
    dist.all_gather_object(shapes, shape, group=group)  # silent: the axes depend on a flag


def two_opaque_groups(shape, send_group, recv_group):
    shapes = [None] * dist.get_world_size(send_group)
    # silent: two groups of unknown axes may have the same members
    dist.all_gather_object(shapes, shape, group=recv_group)


def chosen(shape, group, use_all):
    size = dist.get_world_size() if use_all else dist.get_world_size(group)
    shapes = [None] * size
    dist.all_gather_object(shapes, shape, group=group)  # silent: the size is chosen at run time


def fixed_count(shape, tp_group, count):
    shapes = [None] * count
    dist.all_gather_object(shapes, shape, group=tp_group)  # silent: nobody knows what count is


def data_parallel_by_name(shape, dp_group):
    shapes = [None] * parallel_state.get_data_parallel_world_size(with_context_parallel=True)
    # silent: a parameter of that name often holds the group with context parallelism
    dist.all_gather_object(shapes, shape, group=dp_group)


def two_sizes(x, pg_collection):
    out = torch.empty(pg_collection.cp.size() * pg_collection.tp.size(), device=x.device)
    dist.all_gather_into_tensor(out, x, group=pg_collection.tp)  # silent: several sizes multiply


def of_everybody(shape, get_gloo_group):
    shapes = [None] * dist.get_world_size()
    dist.all_gather_object(shapes, shape, group=get_gloo_group())  # silent: one of all ranks, perhaps


def of_model_parallel_ranks(x, mp_group, tp_world_size):
    output = torch.empty(tp_world_size * x.shape[0], x.shape[1])
    dist.all_gather_into_tensor(output, x, group=mp_group)  # silent: `mp` may be the same as `tp`
    return output
