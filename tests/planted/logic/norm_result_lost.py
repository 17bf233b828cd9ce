# --- shardkit/block.py
"""A block of a transformer."""

import torch


class Block(torch.nn.Module):
    """Normalises, then applies an MLP."""

    def __init__(self, hidden_size: int) -> None:
        super().__init__()
        self.norm = torch.nn.LayerNorm(hidden_size)
        self.mlp = torch.nn.Linear(hidden_size, hidden_size)

    def forward(self, hidden_states: torch.Tensor) -> torch.Tensor:
        """Applies the block."""
#if defect
        hidden_state = self.norm(hidden_states)  # expect: unused-local
#else
        hidden_states = self.norm(hidden_states)
#endif
        return self.mlp(hidden_states)
# --- tests/test_block.py
import torch

from shardkit.block import Block


def test_keeps_the_shape():
    assert Block(4)(torch.ones(2, 4)).shape == (2, 4)
