import os
from pathlib import Path

import torch.distributed as dist


def prepare(directory):
    if not os.path.exists(directory):
        os.makedirs(directory)  # expect: makedirs-race
    dist.barrier()


def prepare_trace(options):
    if not os.path.isdir(options.trace_dir):
        print("new directory")
        os.mkdir(options.trace_dir)  # expect: makedirs-race


def prepare_cache(root: Path):
    cache = root / "cache"
    if not cache.exists():
        cache.mkdir(parents=True)  # expect: makedirs-race
    return cache


def atomic(directory):
    if not os.path.exists(directory):
        os.makedirs(directory, exist_ok=True)  # silent: may exist by then


def on_one_rank(directory):
    if dist.get_rank() == 0:
        if not os.path.exists(directory):
            os.makedirs(directory)  # silent: one rank makes it
    dist.barrier()


def tolerant(directory):
    try:
        if not os.path.exists(directory):
            os.makedirs(directory)  # silent: the error is caught
    except FileExistsError:
        pass


def private(directory, rank):
    mine = os.path.join(directory, f"rank_{rank}")
    if not os.path.exists(mine):
        os.makedirs(mine)  # silent: each rank has its own


def fresh(directory):
    os.makedirs(directory)  # silent: it must be new


def other_path(directory, parent):
    if not os.path.exists(directory):
        os.makedirs(parent)  # silent: another directory than the one tested
# --- tools/convert.py
import os


def convert(out):
    if not os.path.exists(out):
        os.makedirs(out)  # silent: a tool of one process
