import os

import torch
import torch.distributed as dist


def start_from_environment():
    rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group(
        backend="nccl",
        rank=rank,  # expect: local-rank-as-global-rank
        world_size=int(os.environ["WORLD_SIZE"]),
    )


def start_with_counted_devices():
    size = torch.cuda.device_count()
    dist.init_process_group(
        rank=int(os.environ["RANK"]),
        world_size=size,  # expect: local-rank-as-global-rank
    )


def start_from_arguments(args):
    dist.init_process_group("nccl", rank=args.local_rank)  # expect: local-rank-as-global-rank


def choose_device():
    torch.cuda.set_device(dist.get_rank())  # expect: local-rank-as-global-rank


def choose_device_in_steps():
    rank = dist.get_rank()
    torch.cuda.set_device(rank)  # expect: local-rank-as-global-rank


def good_start():
    dist.init_process_group(rank=int(os.environ["RANK"]))  # silent: the rank in the job
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))  # silent: a device is local
    # silent: brought into the range of the node's devices
    torch.cuda.set_device(dist.get_rank() % torch.cuda.device_count())


def computed(node, args):
    # silent: a global rank is made of the local one
    dist.init_process_group(rank=node * args.gpus + args.local_rank)
    # silent: the rank in a group may be that of the node
    torch.cuda.set_device(node.rank)
# --- tools/single_device_export.py
import os

import torch.distributed as dist


def main():
    dist.init_process_group(rank=int(os.environ["LOCAL_RANK"]))  # silent: named as for one device
# --- tools/bench.py
import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def worker(rank):
    # silent: the processes of one machine, spawned below
    dist.init_process_group(rank=rank, world_size=torch.cuda.device_count())


def main():
    mp.spawn(worker, nprocs=torch.cuda.device_count())
# --- tests/conftest.py
import torch
import torch.distributed as dist


def pytest_configure():
    torch.cuda.set_device(dist.get_rank())  # silent: tests run on one node
# --- pkg/state.py
import os

import torch
import torch.distributed as dist


class State:
    def __init__(self):
        self.index = dist.get_rank()
        self.local_index = int(os.environ["LOCAL_RANK"])

    def wait(self):
        dist.barrier(device_ids=[self.index])  # expect: local-rank-as-global-rank

    def wait_here(self):
        dist.barrier(device_ids=[self.local_index])  # silent: the one of this node


def wait():
    rank = dist.get_rank()
    dist.barrier(device_ids=[rank])  # expect: local-rank-as-global-rank


def set_threads():
    share = os.cpu_count() // (
        dist.get_world_size() if dist.is_initialized() else 1  # expect: local-rank-as-global-rank
    )
    torch.set_num_threads(share)


def set_local_threads(local_size, batch):
    torch.set_num_threads(os.cpu_count() // local_size)  # silent: processes of this node
    torch.set_num_threads(os.cpu_count() // torch.cuda.device_count())  # silent: likewise
    return batch // dist.get_world_size()  # silent: a number of the whole job


def devices(tensor, local_rank):
    rank = dist.get_rank()
    first = torch.device("cuda", rank)  # expect: local-rank-as-global-rank
    tensor = tensor.to(f"cuda:{rank}")  # expect: local-rank-as-global-rank
    second = torch.device(f"cuda:{local_rank}")  # silent: the rank of the node
    third = torch.device(f"cuda:{rank % 8}")  # silent: brought into range
    return first, second, third, tensor
