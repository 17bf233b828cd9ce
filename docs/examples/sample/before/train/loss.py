"""Losses over the tokens that count."""

import torch
from torch import nn
from torch.nn import functional as F


class MaskedLoss(nn.Module):
    """Cross entropy over the tokens that the mask keeps."""

    def forward(self, logits: torch.Tensor, targets, mask):
        losses = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        return (losses * mask.flatten()).sum() / mask.sum()
