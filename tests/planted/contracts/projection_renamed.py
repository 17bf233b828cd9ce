# --- attention/core.py before
"""Attention."""

import torch


class SelfAttention(torch.nn.Module):
    """Each position looks at the others."""

    def __init__(self, width):
        super().__init__()
        self.proj = torch.nn.Linear(width, width)
        self.drop = torch.nn.Dropout(0.1)

    def forward(self, hidden):
        return self.drop(self.proj(hidden))
# --- attention/core.py after
"""Attention."""

import torch


class SelfAttention(torch.nn.Module):
    """Each position looks at the others."""

    def __init__(self, width):
        super().__init__()
#if defect
        self.linear_proj = torch.nn.Linear(width, width)  # expect: renamed-state-dict-key
#else
        self.proj = torch.nn.Linear(width, width)
#endif
        self.dropout = torch.nn.Dropout(0.1)

    def forward(self, hidden):
#if defect
        return self.dropout(self.linear_proj(hidden))
#else
        return self.dropout(self.proj(hidden))
#endif
# --- attention/block.py unchanged
from attention.core import SelfAttention


def make_block(width):
    return SelfAttention(width)
