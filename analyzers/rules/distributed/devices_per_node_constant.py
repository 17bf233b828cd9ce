import math

import torch
import torch.distributed as dist


def nodes():
    return math.ceil(dist.get_world_size() / 8)  # expect: devices-per-node-constant


def place(group):
    rank = dist.get_rank()
    torch.cuda.set_device(rank % 8)  # expect: devices-per-node-constant
    node = rank // 4  # expect: devices-per-node-constant
    return node


def known(per_node):
    return dist.get_world_size() // per_node  # silent: who calls says how many


def asked():
    return dist.get_rank() % torch.cuda.device_count()  # silent: the device says it


def checked():
    return dist.get_world_size() % 8 == 0  # silent: a test of the size, no node


def within(group):
    return dist.get_rank(group) % 8  # silent: a rank of a group


def halves():
    return dist.get_world_size() // 2  # silent: two halves, no node


def bits(numel):
    return numel // 8  # silent: no ranks
