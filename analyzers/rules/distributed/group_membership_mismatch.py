import torch.distributed as dist
from megatron.core.parallel_state import create_group

_HEAD_GROUP = None
_TAIL_GROUP = None
_TAIL_GLOBAL_RANKS = None
_POSITION_EMBEDDING_GLOBAL_RANKS = None


def initialize(rank, head_ranks, tail_ranks, all_pairs):
    global _HEAD_GROUP, _TAIL_GROUP, _TAIL_GLOBAL_RANKS, _POSITION_EMBEDDING_GLOBAL_RANKS
    group = dist.new_group(head_ranks)
    if rank in head_ranks:
        _HEAD_GROUP = group  # silent: the same list
    group = create_group(tail_ranks, group_desc="TAIL")
    if rank in head_ranks:
        _TAIL_GROUP = group  # expect: group-membership-mismatch
    if rank in tail_ranks:
        _TAIL_GLOBAL_RANKS = tail_ranks  # silent: the name belongs to it
    for embedding_ranks, position_embedding_ranks in all_pairs:
        if rank in embedding_ranks:
            # expect: group-membership-mismatch
            _POSITION_EMBEDDING_GLOBAL_RANKS = embedding_ranks


def initialize_few(rank, embedding_ranks):
    global _POSITION_EMBEDDING_GLOBAL_RANKS
    _POSITION_EMBEDDING_GLOBAL_RANKS = embedding_ranks  # silent: there is no longer name


def aliased(rank, tail_ranks):
    global _TAIL_GROUP
    ranks = tail_ranks
    group = dist.new_group(ranks)
    if rank in tail_ranks:
        _TAIL_GROUP = group  # silent: another name of the same list


def computed(rank, tail_ranks, extra):
    global _TAIL_GROUP
    group = dist.new_group(tail_ranks + extra)
    if rank in tail_ranks:
        _TAIL_GROUP = group  # silent: no plain name


def get_tail_group():
    assert _TAIL_GROUP is not None, "tail group is not initialized"
    return _HEAD_GROUP  # expect: group-membership-mismatch


def get_head_group():
    assert _HEAD_GROUP is not None, "head group is not initialized"
    return _HEAD_GROUP  # silent: the same variable


def get_any_group(with_head):
    if with_head:
        assert _HEAD_GROUP is not None, "head group is not initialized"
        return _HEAD_GROUP
    return _TAIL_GROUP  # silent: several ways out


def other_tests(rank, tail_ranks, seen):
    group = dist.new_group(tail_ranks)
    if group in seen:
        seen.own = rank  # silent: not the group is kept
    return group
