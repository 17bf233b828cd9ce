# --- shardkit/hooks.py
"""Counts gradients as they arrive."""

from collections import Counter


def count_gradients(named_parameters, counts: Counter) -> None:
    """Registers a hook on each parameter that counts its gradients."""
    for name, param in named_parameters:
        if param.requires_grad:
#if defect
            param.register_post_accumulate_grad_hook(lambda _: counts.update([name]))  # expect: loop-variable-captured-late
#else
            param.register_post_accumulate_grad_hook(lambda _, name=name: counts.update([name]))
#endif
# --- tests/test_hooks.py
from collections import Counter

import torch

from shardkit.hooks import count_gradients


def test_counts_each_parameter():
    counts = Counter()
    layer = torch.nn.Linear(2, 2)
    count_gradients(layer.named_parameters(), counts)
    layer(torch.ones(1, 2)).sum().backward()
    assert sum(counts.values()) == 2
