"""Keeps the load of experts even."""

import torch
import torch.distributed as dist


class LoadBalancingLoss:
    """The auxiliary loss of Switch Transformers, over all ranks of a group.

    Args:
        num_experts: experts of one layer
        coefficient: weight of the loss; 0 turns it off
        group: ranks whose tokens count together
    """

    def __init__(self, num_experts: int, coefficient: float, group):
        if coefficient < 0:
            raise ValueError(f"coefficient must not be negative, got {coefficient}")
        self.num_experts = num_experts
        self.coefficient = coefficient
        self.group = group

    def __call__(self, logits: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
        """logits: [tokens, experts], indices: [tokens, top_k]"""
        if self.coefficient == 0:
            return logits.new_zeros(())
        # Shares of tokens carry no gradient; probabilities do.
        counts = torch.bincount(indices.flatten(), minlength=self.num_experts).to(logits.dtype)
        dist.all_reduce(counts, group=self.group)
        share = counts / counts.sum()
        probabilities = logits.softmax(dim=-1).mean(dim=0)
        return self.coefficient * self.num_experts * torch.sum(share * probabilities)
