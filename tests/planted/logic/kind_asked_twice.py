# --- shardkit/activation.py
"""Chooses activations by name."""

import torch


def activation(kind: str):
    """Returns the function of that name."""
    if kind == "gelu":
        return torch.nn.functional.gelu
    elif kind == "silu":
        return torch.nn.functional.silu
#if defect
    elif kind == "silu":  # expect: identical-branches
#else
    elif kind == "relu":
#endif
        return torch.nn.functional.relu
    raise ValueError(kind)
# --- tests/test_activation.py
import torch

from shardkit.activation import activation


def test_finds_silu():
    assert activation("silu") is torch.nn.functional.silu
