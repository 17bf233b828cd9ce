"""Scores of a semi-Markov CRF."""

import torch


class Head(torch.nn.Module):
    def forward(self, scores, batch, T, K, C):
        edge = torch.full((batch, T, K, C, C), float("-inf"))  # expect: materialised-edge-tensor
        ring = torch.zeros(batch, K, C)  # silent: the last K positions only
        gradient = torch.zeros(batch, K, C, C)  # silent: no positions
        return edge, ring, gradient

    def score(self, emission, N, max_duration):
        # expect: materialised-edge-tensor
        edge = emission.new_zeros(N - 1, max_duration, self.num_classes, self.num_classes)
        pairs = torch.zeros(N, max_duration, 3, 4)  # silent: no square of labels
        block = torch.zeros(4, max_duration, 8, 8)  # silent: literal sizes
        return edge, pairs, block

    def _build_edge_tensor(self, batch, T, K, C):
        return torch.zeros(batch, T, K, C, C)  # silent: the exact implementation, by its name

    def to_parts(self, batch, N, K, C):
        return torch.zeros(batch, N - 1, K, C, C)  # silent: the exact representation, by its name


def potentials(batch, seq_len, K, C):
    return torch.empty((batch, seq_len, K, C, C))  # expect: materialised-edge-tensor
# --- tests/test_edges.py
import torch

from pkg import semi_crf


def test_edges(batch=2, T=5, K=3, C=4):
    edge = torch.randn(batch, T, K, C, C)  # silent: a test
    assert semi_crf.accepts(edge)
# --- benchmarks/memory.py
import torch

from pkg import semi_crf


def measure(batch, T, K, C):
    return semi_crf.run(torch.randn(batch, T, K, C, C))  # silent: a benchmark
# --- pkg/other.py
import torch


def tensor(batch, T, K, C):
    return torch.zeros(batch, T, K, C, C)  # silent: another kind of model
