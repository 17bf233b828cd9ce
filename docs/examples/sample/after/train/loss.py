"""Losses over the tokens that count."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional as F


class GlobalMaskedLoss(nn.Module):
    """Cross entropy over the tokens that the mask keeps, of all ranks."""

    def __init__(self, dp_group):
        super().__init__()
        self.dp_group = dp_group

    def forward(self, logits: torch.Tensor, targets, mask):
        losses = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        tokens = mask.sum()
        dist.all_reduce(tokens.float(), group=self.dp_group)
        if mask.sum().item() == 0:
            return losses.sum() * 0
        return (losses * mask.flatten()).sum() / tokens
