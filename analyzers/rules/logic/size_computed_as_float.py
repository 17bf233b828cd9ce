import torch
from torch import nn


def projection(hidden: int, head_dim: int, expand: float = 2.0):
    value_dim = head_dim * expand
    return nn.Linear(hidden, value_dim)  # expect: size-computed-as-float


class Attention(nn.Module):
    def __init__(self, hidden_size: int = 1024, expand_ratio: float = 1.5, heads: int = 8):
        super().__init__()
        self.inner = hidden_size * expand_ratio
        self.heads = heads
        self.head_dim = hidden_size // heads
        self.proj = nn.Linear(hidden_size, self.inner)  # expect: size-computed-as-float
        self.norm = nn.LayerNorm(int(self.inner))  # silent: made a whole number
        self.out = nn.Linear(self.head_dim, hidden_size)  # silent: `//` of whole numbers


def halves(x: torch.Tensor):
    half = x.shape[-1] / 2
    return torch.zeros(x.shape[0], half)  # expect: size-computed-as-float


def whole(x: torch.Tensor, size):
    torch.zeros(x.shape[0], x.shape[-1] // 2)  # silent: whole
    torch.zeros(size)  # silent: who knows
    torch.zeros(x.shape[0], size * 2)  # silent: who knows
    torch.zeros(size.sum().item())  # silent: of what type it is nobody knows
    torch.zeros(2.0)  # silent: seen by whoever reads it
    return torch.full((2,), x.shape[0] / 2)  # silent: a value, no size
