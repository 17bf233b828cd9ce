import sys

import torch
import torch.distributed as dist


def share_batch(batch, tokens):
    rank = dist.get_rank()
    if rank == 0 and batch.is_empty():
        raise ValueError("empty batch")  # expect: rank-conditional-raise-before-collective
    dist.broadcast(tokens, 0)


def read_config(path, values):
    if dist.get_rank() == 0:
        if not path.exists():
            print("no configuration")
            sys.exit(1)  # expect: rank-conditional-raise-before-collective
        values.copy_(read(path))
    dist.broadcast(values, src=0)


def check_vocabulary(vocabulary, weight, tp_group):
    if tp_group.rank() == 0 and len(vocabulary) % 64:
        # expect: rank-conditional-raise-before-collective
        raise RuntimeError("vocabulary is not padded")
    for part in weight:
        dist.all_reduce(part, group=tp_group)


def download(path, url, fetch):
    if dist.get_rank() == 0 and not path.exists():
        if fetch is None:
            raise ModuleNotFoundError("no fetch")  # expect: rank-conditional-raise-before-collective
        if not fetch(url, path):
            raise FileNotFoundError(url)  # silent: the same test, reported above
        if path.is_dir():
            raise NotImplementedError("directories")  # silent: shows at the first start
    dist.barrier()


def raised_everywhere(batch, tokens):
    if batch.is_empty():
        raise ValueError("empty batch")  # silent: no test of ranks
    dist.broadcast(tokens, 0)


def always_raised(tokens):
    if dist.get_rank() == 0:
        raise NotImplementedError  # silent: no data decides, the branch is not meant to run
    dist.broadcast(tokens, 0)


def caught(batch, tokens):
    try:
        if dist.get_rank() == 0 and batch.is_empty():
            raise ValueError("empty batch")  # silent: may be caught
    except ValueError:
        batch = None
    dist.broadcast(tokens, 0)


def both_raise(batch, tokens):
    if dist.get_rank() == 0 and batch.is_empty():
        raise ValueError("empty batch")  # silent: the others raise, too
    else:
        raise ValueError("not the first rank")
    dist.broadcast(tokens, 0)


def told(batch, tokens, status):
    if dist.get_rank() == 0 and batch.is_empty():
        status.propagate_failure()
        raise ValueError("empty batch")  # silent: the others are told
    dist.broadcast(tokens, 0)


def other_axis(batch, tokens, tp_group, pp_group):
    if pp_group.rank() == 0 and batch.is_empty():
        raise ValueError("empty batch")  # silent: all members of the group raise together
    dist.broadcast(tokens, dist.get_global_rank(tp_group, 0), group=tp_group)


def nothing_follows(batch):
    if dist.get_rank() == 0 and batch.is_empty():
        raise ValueError("empty batch")  # silent: nobody waits


# --- tests/test_share.py
import torch.distributed as dist


def check(batch, tokens):
    if dist.get_rank() == 0 and batch.is_empty():
        raise ValueError("empty batch")  # silent: tests fail anyway
    dist.broadcast(tokens, 0)
