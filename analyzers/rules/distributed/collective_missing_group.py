from typing import List, Optional

import torch
import torch.distributed as dist
from torch.distributed import P2POp, ProcessGroup


def ring_shift(kv, cp_group: ProcessGroup):
    peers = dist.get_process_group_ranks(cp_group)
    send = P2POp(dist.isend, kv, peers[1])  # expect: collective-missing-group
    recv = P2POp(dist.irecv, torch.empty_like(kv), peers[-1], group=cp_group)
    return dist.batch_isend_irecv([send, recv])


def sync_found_inf(found_inf, model_parallel_group):
    # expect: collective-missing-group
    dist.all_reduce(
        found_inf,
        op=dist.ReduceOp.MAX,
    )
    return found_inf


def share_weights(weight, mesh):
    tp_group = mesh.pgs.tp
    source = dist.get_global_rank(tp_group, 0)
    dist.broadcast(weight, source)  # expect: collective-missing-group
    dist.broadcast(weight, source, tp_group)


def gather_names(names, process_group: Optional[ProcessGroup] = None):
    out = [None] * dist.get_world_size(process_group)
    dist.all_gather_object(out, names)  # expect: collective-missing-group
    return out


def fall_back_to_world(x, group=None):
    if group is None:
        dist.all_reduce(x)  # silent: the branch for no group
    else:
        dist.all_reduce(x, group=group)


def leave_early(x, tp_group=None):
    if tp_group is not None:
        return dist.all_reduce(x, group=tp_group)
    dist.all_reduce(x)  # silent: only reached without a group
    return None


def wait_for_all(tp_group):
    dist.barrier()  # silent: a barrier of all ranks is often meant
    dist.new_group([0])  # silent: takes no group


def shift_without_group(x, cp_group):
    if cp_group is None or cp_group.size() == 1:
        return x
    neighbours = dist.get_process_group_ranks(group=cp_group)
    following = neighbours[(cp_group.rank() + 1) % len(neighbours)]
    sent = dist.isend(tensor=x, dst=following)  # expect: collective-missing-group
    received = dist.irecv(tensor=x, src=following)
    return sent, received


def count_tokens(tokens, language_pg, source):
    dist.all_reduce(tokens, group=language_pg.dp_cp)
    dist.broadcast(tokens, src=source)  # silent: the parameter is a collection


def many_groups(x, groups: List[ProcessGroup], param_group, num_group):
    dist.all_reduce(x)  # silent: none of the parameters is a single group


def collection(x, pg_collection: "ProcessGroupCollection"):
    dist.all_reduce(x)  # silent: which group of the collection is not known


def counts(x, samples_per_group: int, tp_group: int):
    dist.all_reduce(x)  # silent: the annotation says that it is a number


def hidden(x, tp_group, **options):
    dist.all_reduce(x, **options)  # silent: the group may be among them


def global_source(x):
    dist.broadcast(x, src=0)  # silent: all ranks are meant


# --- tests/test_mesh.py
import torch.distributed as dist


def check_world(x, tp_group):
    dist.all_reduce(x)  # silent: tests compare with the world on purpose
