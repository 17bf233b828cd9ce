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
