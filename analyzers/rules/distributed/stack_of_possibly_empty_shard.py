# === imported by name
import deepspeed.comm as ds
import torch
import torch.distributed as dist


def grad_norm(params, tp_rank, group):
    norms = []
    for p in params:
        if p.is_sharded or tp_rank == 0:
            norms.append(p.grad.norm())
    total = torch.stack(norms).square().sum()  # expect: stack-of-possibly-empty-shard
    dist.all_reduce(total, group=group)
    return total.sqrt()


def largest(params, group):
    sizes = [p.numel() for p in params if p.is_expert]
    top = torch.tensor(max(sizes))  # expect: stack-of-possibly-empty-shard
    ds.all_reduce(top, op=ds.ReduceOp.MAX, group=group)
    return top


class Stage:
    def bias(self, modules):
        counts = []
        for module in modules:
            if hasattr(module, "expert_bias"):
                counts.append(module.counts)
        stacked = torch.stack(counts)  # expect: stack-of-possibly-empty-shard
        return self.reduce(stacked)

    def reduce(self, counts):
        dist.all_reduce(counts)
        return counts


def tested(params, group):
    mine = []
    for p in params:
        if p.is_sharded:
            mine.append(p.grad.norm())
    total = torch.zeros(())
    if mine:
        total = torch.stack(mine).sum()  # silent: tested first
    dist.all_reduce(total, group=group)


def everyone(params, group):
    norms = []
    for p in params:
        norms.append(p.grad.norm())
    total = torch.stack(norms).sum()  # silent: every parameter counts
    dist.all_reduce(total, group=group)


def local_only(params):
    norms = []
    for p in params:
        if p.is_sharded:
            norms.append(p.grad.norm())
    return torch.stack(norms)  # silent: no collective follows


def twin(modules, group):
    counts, biases = [], []
    counts = []
    biases = []
    for module in modules:
        if hasattr(module, "expert_bias"):
            counts.append(module.counts)
            biases.append(module.expert_bias)
    if len(biases) == 0:
        return None
    stacked = torch.stack(counts)  # silent: the twin was tested
    dist.all_reduce(stacked, group=group)
    return stacked


def with_default(params, group):
    sizes = [p.numel() for p in params if p.is_expert]
    top = torch.tensor(max(sizes, default=0))  # silent: has a default
    dist.all_reduce(top, group=group)


def started(params, group):
    norms = [torch.zeros(())]
    for p in params:
        if p.is_sharded:
            norms.append(p.grad.norm())
    total = torch.stack(norms).sum()  # silent: never empty
    dist.all_reduce(total, group=group)


def same_branch(params, rank, group):
    norms = []
    total = torch.zeros(())
    if rank == 0:
        for p in params:
            norms.append(p.grad.norm())
        total = torch.stack(norms).sum()  # silent: under the same condition
    dist.all_reduce(total, group=group)


def any_batch(losses, group):
    kept = []
    for loss in losses:
        if loss > 0:
            kept.append(loss)
    total = torch.stack(kept).sum()  # silent: the condition is not about ownership
    dist.all_reduce(total, group=group)


def balance(model_parts, group):
    counts = []
    for part in model_parts:
        for block in part.layers.values():
            if not block.moe_enabled:
                continue
            counts.append(block.moe.counts)
    per_layer = torch.vstack(counts)  # expect: stack-of-possibly-empty-shard
    dist.all_reduce(per_layer, group=group)
    return per_layer


def balance_of_all(layers, config, group):
    counts = []
    for layer in layers:
        if not config.moe_enabled:
            continue
        counts.append(layer.counts)
    per_layer = torch.vstack(counts)  # silent: asks no layer, so all ranks agree
    dist.all_reduce(per_layer, group=group)
    return per_layer


def flat_sum(params, group):
    mine = []
    for p in params:
        if p.is_sharded:
            mine.append(p.grad)
    total = torch.zeros((), device=mine[0].device)  # expect: stack-of-possibly-empty-shard
    for grad in mine:
        total += grad.sum()
    dist.all_reduce(total, group=group)
    return total


def first_of_all(params, group):
    found = []
    for p in params:
        found.append(p.grad)
    total = torch.zeros((), device=found[0].device)  # silent: every parameter is in it
    dist.all_reduce(total, group=group)
    return total


# === names that `import *` brings
from shards.common import *


def norm(params, tp_rank, group):
    norms = []
    for p in params:
        if p.is_sharded or tp_rank == 0:
            norms.append(p.grad.norm())
    total = torch.stack(norms).sum()  # expect: stack-of-possibly-empty-shard
    dist.all_reduce(total, group=group)
