"""Losses."""

import torch
import torch.distributed as dist


def vocab_parallel_cross_entropy(logits: torch.Tensor, target: torch.Tensor, group) -> torch.Tensor:
    """Cross entropy of logits whose vocabulary is cut over the ranks of a group.

    Args:
        logits: [tokens, vocab / ranks]
        target: [tokens], ids of the whole vocabulary
        group: the tensor parallel group
    """
    largest = logits.max(dim=-1).values
    dist.all_reduce(largest, op=dist.ReduceOp.MAX, group=group)
    logits = logits - largest.unsqueeze(-1)
    total = logits.exp().sum(dim=-1)
    dist.all_reduce(total)
    first = dist.get_rank(group=group) * logits.size(-1)
    local = target - first
    is_local = (local >= 0) & (local < logits.size(-1))
    chosen = logits.gather(-1, local.clamp(0, logits.size(-1) - 1).unsqueeze(-1)).squeeze(-1)
    chosen = torch.where(is_local, chosen, torch.zeros_like(chosen))
    dist.all_reduce(chosen, group=group)
    return total.log() - chosen
