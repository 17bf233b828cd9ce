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


def stop_for_a_reason(limit, extra, time, flag):
    reason = None
    if dist.get_rank() == 0:
        if time > limit:
            reason = "too late"
    dist.all_reduce(flag)
    if flag and reason is not None:
        dist.broadcast(extra, 0)  # expect: collective-skipped-on-local-data
    return extra


def load_on_first(path, buffer):
    state = None
    if dist.get_rank() == 0:
        state = torch.load(path)
    if state is None:  # expect: collective-skipped-on-local-data
        return buffer
    dist.all_reduce(buffer)
    return buffer


def quantile_of_kept(values, mask, level):
    kept = values[mask.bool()].float()
    if kept.numel() == 0:  # expect: collective-skipped-on-local-data
        return torch.zeros_like(values)
    count = torch.tensor([kept.numel()])
    dist.all_reduce(count)
    return count * level


class Trainer:
    def kept(self, values, mask):
        chosen = values[mask != 0]
        if len(chosen) > 0:
            chosen = self.accelerator.gather(chosen)  # expect: collective-skipped-on-local-data
        return chosen


def told_to_all(path, buffer):
    state = None
    if dist.get_rank() == 0:
        state = torch.load(path)
    holder = [state]
    dist.broadcast_object_list(holder)
    state = holder[0]
    if state is not None:
        dist.all_reduce(buffer)  # silent: all ranks got it


def synchronised(flag, buffer):
    stop = None
    if dist.get_rank() == 0:
        stop = flag
    stop_everywhere(synchronise(stop))
    if synchronise(stop):
        dist.all_reduce(buffer)  # silent: no plain question for the local value


def same_data(values, mask, tp_group):
    kept = values[mask.bool()]
    if kept.numel() == 0:
        return kept
    dist.all_reduce(kept, group=tp_group)  # silent: ranks of this group see the same data
    return kept


def of_all_ranks(values, mask):
    gathered = gather(values)
    kept = gathered[mask.bool()]
    if kept.numel() > 0:
        dist.barrier()  # silent: selected from the data of all ranks


def on_the_same_rank(path, model):
    state = None
    if dist.get_rank() == 0:
        state = torch.load(path)
        if state is not None:
            model.load_state_dict(state)
    dist.barrier()  # silent: behind the test, on all ranks
# --- pkg/sync.py unchanged
import torch.distributed as dist


def share(value):
    if dist.is_initialized():
        dist.broadcast(value, 0)
    return value


def share_in(value, group):
    dist.all_reduce(value, group=group)
    return value


def double(value):
    return 2 * value
# --- pkg/stop.py
from torch.distributed import get_rank

from pkg.sync import double, share, share_in


def extra_steps(limit, extra):
    reason = None
    if get_rank() == 0:
        reason = limit()
    if reason is not None:
        extra = share(extra)  # expect: collective-skipped-on-local-data
    return extra


def local_steps(limit, extra):
    reason = None
    if get_rank() == 0:
        reason = limit()
    if reason is not None:
        extra = double(extra)  # silent: nobody waits for it
    return extra


def update_bias(modules, group):
    biases = []
    for module in modules:
        if hasattr(module, "expert_bias"):
            biases.append(module.expert_bias)
    if len(biases) == 0:
        return None
    return share_in(biases[0], group)  # silent: nobody knows of whom the group consists
