# --- shardkit/lengths.py
"""Lengths of attention inputs."""

import torch


def sequence_lengths(query: torch.Tensor, key: torch.Tensor) -> tuple[int, int]:
    """Returns the lengths of both inputs."""
    if query.dtype != key.dtype:
        raise TypeError("query and key need one dtype")
    query_length = query.size(0)
#if defect
    key_length = query.size(0)  # expect: copied-right-hand-side
#else
    key_length = key.size(0)
#endif
    return query_length, key_length
# --- tests/test_lengths.py
import torch

from shardkit.lengths import sequence_lengths


def test_lengths_of_cross_attention():
    assert sequence_lengths(torch.ones(3, 1), torch.ones(5, 1)) == (3, 5)
