"""Mixture-of-experts layer."""

import torch
import torch.distributed as dist
from torch import nn

from loom.config import ModelConfig
from loom.experts import Expert
from loom.router import TopKRouter


class MoELayer(nn.Module):
    """Routes tokens to experts and adds their results up."""

    def __init__(self, config: ModelConfig, expert_group):
        super().__init__()
        self.config = config
        self.expert_group = expert_group
        self.router = TopKRouter(config)
        local = config.num_experts // dist.get_world_size(group=expert_group)
        self.experts = nn.ModuleList(Expert(config) for _ in range(local))

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """hidden: [tokens, hidden]"""
        probs, indices = self.router(hidden)
        output = torch.zeros_like(hidden)
        first = dist.get_rank(group=self.expert_group) * len(self.experts)
        for offset, expert in enumerate(self.experts):
            chosen = indices == first + offset
            weight = (probs * chosen).sum(dim=-1, keepdim=True)
            output = output + weight.to(hidden.dtype) * expert(hidden)
        dist.all_reduce(output, group=self.expert_group)
        return output
