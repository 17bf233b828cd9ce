import torch
import torch.distributed as dist


def clip_by_norm(params, group):
    sharded = []
    for param in params:
        if getattr(param, "tensor_model_parallel", False) and param.is_shard:
            sharded.append(param.grad)
    if sharded:
        norm = torch.stack([grad.norm() for grad in sharded]).sum()
        dist.all_reduce(norm, group=group)  # expect: collective-skipped-on-local-data
    return sharded


def reduce_expert_grads(params, ep_group):
    grads = []
    for param in params:
        is_expert = not getattr(param, "allreduce", True)
        if is_expert:
            grads.append(param.grad)
    if len(grads) > 0:
        flat = torch.cat([grad.flatten() for grad in grads])
        dist.all_reduce(flat, group=ep_group)  # expect: collective-skipped-on-local-data


def leave_when_nothing_is_owned(tensors, rank, group):
    owned = {}
    for name, tensor in tensors.items():
        if tensor.owner == rank:
            owned[name] = tensor
    if not owned:  # expect: collective-skipped-on-local-data
        return None
    total = sum(tensor.sum() for tensor in owned.values())
    dist.all_reduce(total, group=group)
    return total


def contributes_zero(params, group, device):
    mine = []
    for param in params:
        if param.is_shard:
            mine.append(param.grad)
    if mine:
        total = torch.stack(mine).sum()
        dist.all_reduce(total, group=group)  # silent: the other side joins
    else:
        total = torch.zeros((), device=device)
        dist.all_reduce(total, group=group)


def same_everywhere(params, group):
    trainable = []
    for param in params:
        if param.requires_grad:
            trainable.append(param.grad)
    if trainable:
        flat = torch.cat(trainable)
        dist.all_reduce(flat, group=group)  # silent: no word of ownership


def from_all_ranks(names, rank, world, group):
    gathered_names = [None] * world
    dist.all_gather_object(gathered_names, names)
    late = []
    for i, name in enumerate(gathered_names):
        if name != gathered_names[rank]:
            late.append(gathered_names[i])
    if late:
        dist.barrier(group=group)  # silent: made of what all ranks know


def handed_in(expert_grads, group):
    if expert_grads:
        dist.all_reduce(expert_grads[0], group=group)  # silent: filled elsewhere


def always_filled(params, group, rank):
    chosen = []
    for param in params:
        chosen.append(param)
        if param.owner == rank:
            chosen.append(param.main)
    if chosen:
        dist.all_reduce(chosen[0].grad, group=group)  # silent: filled on every rank


def local_work(params, rank):
    mine = []
    for param in params:
        if param.owner == rank:
            mine.append(param)
    if mine:
        torch.save(mine, "mine.pt")  # silent: no collective


def stops(params, rank, group):
    mine = []
    for param in params:
        if param.owner == rank:
            mine.append(param)
    if not mine:
        raise ValueError("nothing to do")
    dist.all_reduce(mine[0].grad, group=group)  # silent: the program ends anyway
