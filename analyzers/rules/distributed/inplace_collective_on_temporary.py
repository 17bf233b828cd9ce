import torch
import torch.distributed as dist


def reduce_copies(h, weight, group):
    dist.all_reduce(h, group=group)  # silent: a name
    dist.all_reduce(h.contiguous(), group=group)  # expect: inplace-collective-on-temporary
    dist.all_reduce(tensor=h.float(), group=group)  # expect: inplace-collective-on-temporary
    dist.all_reduce(h * weight, group=group)  # expect: inplace-collective-on-temporary
    dist.all_reduce(torch.cat([h, weight]), group=group)  # expect: inplace-collective-on-temporary
    return h


def shared_storage(h, group):
    dist.all_reduce(h.view(-1), group=group)  # silent: shares its storage
    dist.all_reduce(h.detach(), group=group)
    dist.all_reduce(h.data, group=group)
    dist.all_reduce(h[0], group=group)  # silent: a part of it


def bound_on_the_way(h, group):
    dist.all_reduce((out := h.contiguous()), group=group)  # silent: bound on the way
    return out


def inputs_may_be_temporary(out, h, group):
    dist.all_gather_into_tensor(out, h.contiguous(), group=group)  # silent: only read
    # expect: inplace-collective-on-temporary
    dist.all_gather_into_tensor(out.to(h.dtype), h, group=group)
    dist.send(h.contiguous(), dst=1)  # silent: only read


def sender_and_receiver(h, out, group):
    if dist.get_rank(group) == 0:
        dist.broadcast(h.contiguous(), src=0, group=group)  # silent: the sender
    else:
        dist.broadcast(out, src=0, group=group)


def sender_by_alias(h, out, pp_group):
    is_source = dist.get_rank() == dist.get_global_rank(pp_group, 0)
    dist.broadcast(h.float() if is_source else out, src=0)  # silent: chosen by rank
    if is_source:
        dist.broadcast(h.float(), src=0)  # silent: the sender
    dist.broadcast_object_list([h, out], src=0)  # silent: no tensor is made


def warms_up(device, count, group):
    dist.all_reduce(torch.zeros(1).to(device), group=group)  # silent: nobody wants the result
    dist.all_reduce(torch.tensor(1.0, device=device), group=group)  # silent: the same
    # expect: inplace-collective-on-temporary
    dist.all_reduce(torch.tensor(count, device=device), group=group)
