import torch
import torch.distributed as dist


def amax(x, group):
    if x.numel() == 0:
        top = torch.empty(1, device=x.device)  # expect: uninitialised-tensor-in-collective
    else:
        top = x.abs().amax().view(1)
    dist.all_reduce(top, op=dist.ReduceOp.MAX, group=group)
    return top


def gathered(x, group, size):
    part = torch.empty_like(x)  # expect: uninitialised-tensor-in-collective
    out = x.new_empty(size * x.numel())  # silent: written by the collective
    dist.all_gather_into_tensor(out, part, group=group)
    return out + part


def direct(x, group):
    with torch.no_grad():
        total = x.new_empty(1)  # expect: uninitialised-tensor-in-collective
        if group is not None:
            dist.all_reduce(total, group=group)
        return total


def filled(x, group):
    total = torch.empty(1)  # silent: filled first
    total.fill_(0)
    dist.all_reduce(total, group=group)
    return total


def copied(x, group):
    buffer = torch.empty(8)  # silent: written first
    buffer[: x.numel()] = x
    dist.all_reduce(buffer, group=group)
    return buffer


def warm_up(group):
    token = torch.empty(1)  # silent: nobody reads the result
    dist.all_reduce(token, group=group)


def nothing(x, group):
    rows = torch.empty(0)  # silent: has no elements
    dist.all_reduce(rows, group=group)
    return rows


def received(x, group):
    if x is None:
        x = torch.empty(4)  # silent: the others receive into it
    dist.broadcast(x, src=0, group=group)
    return x


def left(x, group):
    if x is None:
        x = torch.empty(4)  # silent: returned before
        return x
    dist.all_reduce(x, group=group)
    return x
