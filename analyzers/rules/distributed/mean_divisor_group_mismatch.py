import torch
import torch.distributed as dist
from megatron.core import parallel_state


def mean_loss(loss, pg_collection):
    dist.all_reduce(loss, group=pg_collection.dp_cp)
    return loss / pg_collection.dp.size()  # expect: mean-divisor-group-mismatch


def mean_aux(aux, tp_group):
    torch.distributed.all_reduce(aux, op=dist.ReduceOp.SUM, group=tp_group)
    if aux.requires_grad:
        aux.div_(dist.get_world_size())  # expect: mean-divisor-group-mismatch
    return aux


def averaged_twice(stats, group):
    dist.all_reduce(stats, op=dist.ReduceOp.AVG, group=group)
    stats /= dist.get_world_size(group)  # expect: mean-divisor-group-mismatch
    return stats


def plain_mean(loss, pg_collection):
    dist.all_reduce(loss, group=pg_collection.dp_cp)
    return loss / pg_collection.dp_cp.size()  # silent: the same group


def maximum(loss, tp_group):
    dist.all_reduce(loss, op=dist.ReduceOp.MAX, group=tp_group)
    return loss / dist.get_world_size()  # silent: no sum


def other_tensor(loss, tokens, tp_group):
    dist.all_reduce(loss, group=tp_group)
    return tokens / dist.get_world_size()  # silent: not what was reduced


def run_time_axes(loss, flag):
    group = parallel_state.get_data_parallel_group(with_context_parallel=flag)
    dist.all_reduce(loss, group=group)
    # silent: the axes are decided by a flag
    return loss / parallel_state.get_data_parallel_world_size()


def two_steps(loss, pg_collection):
    dist.all_reduce(loss, group=pg_collection.cp)
    dist.all_reduce(loss, group=pg_collection.dp)
    return loss / pg_collection.dp_cp.size()  # silent: both reductions together


def rebound(loss, pg_collection, other):
    dist.all_reduce(loss, group=pg_collection.cp)
    loss = other()
    return loss / pg_collection.dp.size()  # silent: another value by now


def unnamed_divisor(loss, tp_group, count):
    dist.all_reduce(loss, group=tp_group)
    return loss / count  # silent: no size of a group
