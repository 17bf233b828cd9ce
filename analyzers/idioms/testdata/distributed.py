# Idioms and their silent twins: what a line is stands behind it, and nothing else may be found.

import collections
import contextlib
import functools
import math
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
import triton.language as tl


def is_averaged_over_ranks(self):
    dist.all_reduce(level, op=dist.ReduceOp.AVG, group=group)  # is: averaged-over-ranks


def is_not_averaged_over_ranks(self):
    dist.all_reduce(level, op=dist.ReduceOp.MIN, group=group)  # not: averaged-over-ranks


def is_summed_over_ranks(self):
    dist.all_reduce(tokens, group=group)  # is: summed-over-ranks


def is_not_summed_over_ranks(self):
    dist.reduce(tokens, 0, group=group)  # not: summed-over-ranks


def is_largest_over_ranks(self):
    dist.all_reduce(found_inf, op=dist.ReduceOp.MAX, group=group)  # is: largest-over-ranks


def is_not_largest_over_ranks(self):
    dist.all_reduce(found_inf, op=op, group=group)  # not: largest-over-ranks


def is_gathered_tensor(self):
    dist.all_gather_into_tensor(full, shard.contiguous(), group=group)  # is: gathered-tensor


def is_not_gathered_tensor(self):
    dist.gather(shard, full, group=group)  # not: gathered-tensor


def is_gathered_list(self):
    dist.all_gather(parts, shard, group=group)  # is: gathered-list


def is_not_gathered_list(self):
    dist.scatter(shard, parts, group=group)  # not: gathered-list


def is_gathered_objects(self):
    dist.all_gather_object(names, name, group=group)  # is: gathered-objects


def is_not_gathered_objects(self):
    dist.gather_object(name, names)  # not: gathered-objects


def is_slices_of_sum(self):
    dist.reduce_scatter_tensor(shard, grads, group=group)  # is: slices-of-sum


def is_not_slices_of_sum(self):
    dist.all_to_all_single(shard, grads, group=group)  # not: slices-of-sum


def is_exchanged_pieces(self):
    dist.all_to_all_single(out, rows, output_split_sizes=come, input_split_sizes=go, group=group)  # is: exchanged-pieces


def is_not_exchanged_pieces(self):
    dist.all_to_all_single(out, rows, group=group)  # not: exchanged-pieces


def is_rows_of_rank(self):
    mine = full[rank * n : (rank + 1) * n]  # is: rows-of-rank


def is_not_rows_of_rank(self):
    mine = full[rank * n : (rank + 2) * n]  # not: rows-of-rank


def is_chunk_of_rank(self):
    mine = full.chunk(world_size, dim=0)[rank]  # is: chunk-of-rank


def is_not_chunk_of_rank(self):
    first = full.chunk(world_size, dim=0)[0]  # not: chunk-of-rank


def is_from_one_rank(self):
    dist.broadcast(seed, src=0, group=group)  # is: from-one-rank


def is_not_from_one_rank(self):
    dist.reduce(seed, 0, group=group)  # not: from-one-rank


def is_ranks_meet(self):
    dist.barrier(group=group)  # is: ranks-meet


def is_not_ranks_meet(self):
    threads.barrier()  # not: ranks-meet


def is_one_rank_only(self):
    if dist.get_rank() == 0:  # is: one-rank-only
        log(x)


def is_not_one_rank_only(self):
    if dist.get_rank() == 1:  # not: one-rank-only
        log(x)


def is_sent_together(self):
    works = dist.batch_isend_irecv(ops)  # is: sent-together


def is_not_sent_together(self):
    works = dist.isend(x, peer)  # not: sent-together


def is_neighbour_in_ring(self):
    following = (rank + 1) % world_size  # is: neighbour-in-ring


def is_not_neighbour_in_ring(self):
    following = (index + 1) % length  # not: neighbour-in-ring


def is_rank_of_mesh(self):
    row = mesh.get_local_rank('tp')  # is: rank-of-mesh


def is_not_rank_of_mesh(self):
    row = mesh.size(0)  # not: rank-of-mesh


def is_unique_rank(self):
    unique = dp_rank * tp_size + tp_rank  # is: unique-rank


def is_not_unique_rank(self):
    place = row * width + column  # not: unique-rank


def is_new_group(self):
    group = dist.new_group(ranks)  # is: new-group


def is_not_new_group(self):
    group = pool.new_group(ranks)  # not: new-group
