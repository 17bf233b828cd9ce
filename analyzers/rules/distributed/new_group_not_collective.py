import torch.distributed as dist
from megatron.core.parallel_state import create_group


class Lanes:
    def build(self, lanes, options):
        rank = dist.get_rank()
        for lane in lanes:
            if rank in lane:
                self.group = dist.new_group(lane)  # expect: new-group-not-collective
                self.other = dist.new_group(lane, pg_options=options, use_local_synchronization=True)  # silent: members only

    def store(self, lanes):
        rank = dist.get_rank()
        for lane in lanes:
            group = dist.new_group(lane)  # silent: created on every rank
            if rank in lane:
                self.group = group


def first_node_only(per_node):
    node = dist.get_rank() // per_node
    if node != 0:
        return None
    return dist.new_group(list(range(per_node)))  # expect: new-group-not-collective


def embedding_group(ranks):
    if dist.get_rank() % 2 == 0:
        # expect: new-group-not-collective
        return create_group(ranks, group_desc="EMBEDDING_GROUP")
    return None


def checked(world):
    rank = dist.get_rank()
    if rank >= world:
        raise ValueError("rank is out of range")
    assert rank < world
    return dist.new_group(list(range(world)))  # silent: the others stop


def by_flag(ranks, is_enabled, group=None):
    if group is not None:
        return group
    if is_enabled:
        return dist.new_group(ranks)  # silent: the same on every rank
    return None


def for_each_rank(lists):
    for rank in range(8):
        if rank in lists[0]:
            dist.new_group([rank])  # silent: the loop goes over all ranks


def sockets(pool, name):
    rank = dist.get_rank()
    if rank == 0:
        pool.create_group(name)  # silent: a method of something else


# --- tests/test_lanes.py
import torch.distributed as dist


def check(ranks):
    if dist.get_rank() in ranks:
        dist.new_group(ranks)  # silent: tests are not looked at
