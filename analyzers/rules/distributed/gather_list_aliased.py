import torch
import torch.distributed as dist
from torch.distributed import all_gather


def gather_losses(loss, group):
    size = dist.get_world_size(group)
    losses = [torch.zeros_like(loss)] * size  # expect: gather-list-aliased
    dist.all_gather(losses, loss, group=group)
    return torch.stack(losses)


def gather_directly(x, buffer, size):
    all_gather([buffer] * size, x)  # expect: gather-list-aliased
    return buffer


def gather_on_one(x, size):
    parts = size * [torch.empty(4, device="cuda")]  # expect: gather-list-aliased
    dist.gather(x, gather_list=parts, dst=0)
    return parts


def exchange(chunks, group):
    out = [torch.empty_like(chunks[0])] * len(chunks)  # expect: gather-list-aliased
    dist.all_to_all(out, chunks, group=group)
    return out


def one_tensor_each(x, size):
    parts = [torch.empty_like(x) for _ in range(size)]  # silent: a tensor for each rank
    dist.all_gather(parts, x)
    return parts


def objects(item, size):
    parts = [None] * size  # silent: objects replace the slots
    dist.all_gather_object(parts, item)
    return parts


def filled_later(x, size):
    parts = [x] * size  # silent: the slots are replaced before the collective
    for i in range(size):
        parts[i] = torch.empty_like(x)
    dist.all_gather(parts, x)
    return parts


def same_input_for_all(x, out, size):
    dist.all_to_all(out, [x] * size)  # silent: only read
    return out


def one_rank(x):
    parts = [torch.empty_like(x)] * 1  # silent: a single slot
    dist.all_gather(parts, x)
    return parts


def unknown_list(x, make, size):
    parts = make(size) * 2  # silent: not a list that is seen here
    dist.all_gather(parts, x)
    return parts
# --- tests/test_gather.py
import torch
import torch.distributed as dist


def test_gather(x):
    dist.all_gather([torch.empty_like(x)] * 2, x)  # silent: a test
