import socket

import torch.distributed as dist


def node_group(hosts):
    here = socket.gethostname()
    ranks = [i for i, host in enumerate(hosts) if host == here]
    return dist.new_group(ranks)  # expect: new-group-with-own-ranks


def gathered(size, name=None):
    here = socket.gethostname()
    if name is not None:
        here = name + here
    hosts = [None] * size
    dist.all_gather_object(hosts, here)
    mine = []
    for i, host in enumerate(hosts):
        if host == here:
            mine.append(i)
    return dist.new_group(backend="gloo", ranks=mine)  # expect: new-group-with-own-ranks


def lane(width):
    rank = dist.get_rank()
    return dist.new_group([r for r in range(dist.get_world_size()) if r // width == rank // width])  # expect: new-group-with-own-ranks


def all_lanes(width):
    own = None
    for first in range(0, dist.get_world_size(), width):
        group = dist.new_group([r for r in range(first, first + width)])  # silent: every list on every rank
        if dist.get_rank() // width == first // width:
            own = group
    return own


def local(hosts):
    here = socket.gethostname()
    ranks = [i for i, host in enumerate(hosts) if host == here]
    return dist.new_group(ranks, use_local_synchronization=True)  # silent: only members take part


def handed_over(ranks):
    return dist.new_group(ranks)  # silent: the caller's list


def by_role(roles):
    ranks = [i for i, role in enumerate(roles) if role == "trainer"]
    return dist.new_group(ranks)  # silent: the same on all ranks


def whole():
    return dist.new_group(backend="gloo")  # silent: all ranks


def every_host(hosts):
    groups = {}
    for name in sorted(set(hosts)):
        members = [i for i, host in enumerate(hosts) if host == name]
        groups[name] = dist.new_group(members)  # silent: all hosts in turn
    return groups[socket.gethostname()]
