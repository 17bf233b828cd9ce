"""Feed-forward experts of one rank."""

import torch
from torch import nn

from loom.config import ModelConfig


class Expert(nn.Module):
    """A feed-forward network with a gate."""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.up = nn.Linear(config.hidden_size, 4 * config.hidden_size, bias=False)
        self.gate = nn.Linear(config.hidden_size, 4 * config.hidden_size, bias=False)
        self.down = nn.Linear(4 * config.hidden_size, config.hidden_size, bias=False)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """[tokens, hidden] -> [tokens, hidden]"""
        return self.down(torch.nn.functional.silu(self.gate(hidden)) * self.up(hidden))
