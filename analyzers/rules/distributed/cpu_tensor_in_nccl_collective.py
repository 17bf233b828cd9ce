import torch
import torch.distributed as dist
from megatron.core.parallel_state import get_data_parallel_group


def count_tokens(tokens):
    total = torch.tensor([tokens])  # expect: cpu-tensor-in-nccl-collective
    dist.all_reduce(total)
    return total.item()


def average(loss):
    loss = loss.detach().cpu()  # expect: cpu-tensor-in-nccl-collective
    dist.all_reduce(loss, group=get_data_parallel_group())
    return loss


def signal_stop(stop):
    # expect: cpu-tensor-in-nccl-collective
    dist.broadcast(torch.zeros(1, dtype=torch.int), src=0)
    return stop


def pinned(size):
    flags = torch.ones(size, device="cpu")  # expect: cpu-tensor-in-nccl-collective
    dist.all_reduce(flags)
    return flags


def on_the_device(tokens):
    total = torch.tensor([tokens], device="cuda")  # silent: a device is given
    dist.all_reduce(total)
    return total


def moved(tokens):
    total = torch.tensor([tokens]).cuda()  # silent: moved to the device
    dist.all_reduce(total)
    return total


def of_a_tensor(values):
    total = torch.tensor(values)  # silent: what it copies is not known
    dist.all_reduce(total)
    return total


def in_context(device):
    with torch.device(device):
        total = torch.zeros(1)
        dist.all_reduce(total)  # silent: the context gives the device
    return total


def other_group(group):
    flag = torch.zeros(1)  # silent: the group may be one for the CPU
    dist.all_reduce(flag, group=group)
    return flag


def object_list(parts):
    dist.all_gather_object(parts, torch.zeros(1))  # silent: objects are pickled
# --- pkg/rendezvous.py
import torch
import torch.distributed as dist


def start():
    dist.init_process_group("gloo")
    ready = torch.zeros(1)
    dist.all_reduce(ready)  # silent: gloo works on the CPU
