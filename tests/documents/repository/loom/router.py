"""Sends tokens to experts."""

import torch
import torch.nn.functional as F
from torch import nn

from loom.config import ModelConfig


class TopKRouter(nn.Module):
    """Chooses `top_k` experts for each token."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.config = config
        self.weight = nn.Parameter(torch.empty(config.num_experts, config.hidden_size))
        nn.init.normal_(self.weight, std=0.02)

    def gating(self, hidden: torch.Tensor) -> torch.Tensor:
        """Scores of all experts: [tokens, experts]."""
        return F.linear(hidden.float(), self.weight.float())

    def forward(self, hidden: torch.Tensor):
        """Returns probabilities and expert indices, both [tokens, top_k]."""
        logits = self.gating(hidden)
        scores, indices = torch.topk(logits, self.config.top_k, dim=-1)
        return scores.softmax(dim=-1), indices
