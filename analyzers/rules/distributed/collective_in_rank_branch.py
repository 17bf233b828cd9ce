import sys

import torch
import torch.distributed as dist
from megatron.core import parallel_state

from .io import receive_state


def write_index(path, index):
    if dist.get_rank() == 0:
        index.write(path)
        dist.barrier()  # expect: collective-in-rank-branch


def leave_early(loss, writer):
    rank = dist.get_rank()
    is_writer = rank == dist.get_world_size() - 1
    if not is_writer:  # expect: collective-in-rank-branch
        return
    with writer:
        dist.all_reduce(loss)
        writer.add(loss)


def reduce_stats(stats, tp_group):
    dist.all_reduce(stats, group=tp_group)


def log_stats(stats, tp_group):
    if tp_group.rank() == 0:
        reduce_stats(stats, tp_group)  # expect: collective-in-rank-branch
        print(stats)


def gather_losses(losses, loss, cp_group):
    first = parallel_state.get_context_parallel_rank() == 0
    # expect: collective-in-rank-branch
    _ = dist.all_gather(losses, loss, group=cp_group) if first else None


def skip_rounds(batches, group):
    for batch in batches:
        if dist.get_rank(group) > batch.last:  # expect: collective-in-rank-branch
            continue
        dist.all_reduce(batch.count, group=group)


def short_circuit(done):
    return dist.get_rank() == 0 and dist.all_reduce(done)  # expect: collective-in-rank-branch


def orthogonal(loss):
    if parallel_state.is_pipeline_last_stage():
        # silent: all members of the group are on the same stage
        dist.all_reduce(loss, group=parallel_state.get_data_parallel_group())


def sender_and_receiver(x, sizes):
    if dist.get_rank() == 0:
        dist.broadcast(x, src=0)  # silent: the other side makes the same call
    else:
        x = torch.empty(sizes)
        dist.broadcast(x, src=0)


def matched_by_helper(state):
    if dist.get_rank() == 0:
        dist.broadcast_object_list([state], src=0)  # silent: the other side receives in a function
    else:
        state = receive_state()
    return state


def members_only(x, ranks, group):
    if dist.get_rank() in ranks:
        dist.all_reduce(x, group=group)  # silent: only members have the group


def has_group(x, tp_group):
    if tp_group is not None:
        dist.all_reduce(x, group=tp_group)  # silent: only members have the group


def stop_on_error(path):
    if dist.get_rank() == 0 and not path.exists():
        sys.exit(1)
    dist.barrier()  # silent: the program ends anyway


def neighbours(x, pp_group):
    if pp_group.rank() == 0:
        dist.send(x, dst=1)  # silent: communication between two ranks


def unknown_group(x, group):
    if dist.get_rank() == 0:
        dist.all_reduce(x, group=group)  # silent: the group may hold rank 0 alone


def half_of_the_job(x, half, tp_group):
    if dist.get_rank() < half:
        dist.all_reduce(x, group=tp_group)  # silent: whole groups may lie below


def on_each_node(x, local_rank):
    if local_rank == 0:
        dist.barrier()  # silent: nobody knows what is counted


def both_ways_leave(x):
    if dist.get_rank() == 0:
        dist.broadcast(x, src=0)  # silent: matched by what follows
        return x
    x = torch.empty_like(x)
    dist.broadcast(x, src=0)
    return x


class Saver:
    def save(self, state):
        if self.rank == 0:
            dist.barrier()  # silent: what self.rank counts is not known


class Writer:
    def __init__(self, path):
        self.path = path
        self.rank = dist.get_rank()
        self.tp_rank = parallel_state.get_tensor_model_parallel_rank()

    def flush(self):
        if self.rank == 0:
            dist.barrier()  # expect: collective-in-rank-branch

    def load(self):
        self.path.read_bytes()

    def matched(self, x):
        if self.rank == 0:
            dist.broadcast(x, src=0)  # silent: the other side makes the same call
        else:
            dist.broadcast(x, src=0)

    def one_goes_first(self):
        if self.rank != 0:
            dist.barrier()  # silent: rank 0 calls it below
        self.load()
        if self.rank == 0:
            dist.barrier()

    def once_on_each_way(self, missing):
        if self.rank != 0:
            dist.barrier()  # silent: each way of rank 0 calls it once
            return
        if not missing:
            dist.barrier()
            return
        self.load()
        dist.barrier()

    def other_axis(self, x):
        if self.tp_rank == 0:
            # silent: all members of the group have the same rank there
            dist.all_reduce(x, group=parallel_state.get_data_parallel_group())
