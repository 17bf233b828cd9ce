"""Scores of a semi-Markov CRF."""

import torch


def build(scores, lengths):
    batch, T, C = scores.shape
    cum_scores = torch.zeros(batch, T, C, dtype=torch.float64)  # expect: cumulative-scores-without-zero-row
    good_cum_scores = torch.zeros(batch, T + 1, C)  # silent: a row for each boundary
    cum_scores[:, 1:] = torch.cumsum(scores.double(), dim=1)
    return cum_scores, good_cum_scores


class Streaming:
    def allocate(self, scores, batch, seq_len):
        # expect: cumulative-scores-without-zero-row
        self.cum_scores = scores.new_zeros((batch, seq_len, self.num_classes))
        rows = torch.zeros(batch, seq_len, self.num_classes)  # silent: no prefix sums
        boundaries = seq_len + 1
        length = boundaries + 0
        self.cum_scores = scores.new_zeros((batch, length, 4))  # silent: counts one more
        self.cum_scores = scores.new_zeros((batch, boundaries, 4))  # silent: no count of positions
        return rows


def single(T, C):
    cumulative_scores = torch.empty(T, C)  # expect: cumulative-scores-without-zero-row
    grad_cum_scores = torch.zeros_like(cumulative_scores)  # silent: as large as the other
    cum_scores = torch.zeros(2, 101, 4)  # silent: literal sizes
    return cumulative_scores, grad_cum_scores, cum_scores
# --- tests/test_scores.py
import torch

from pkg import semi_crf


def test_rejects_short_scores():
    T = 5
    cum_scores = torch.zeros(2, T, 4)  # silent: tests try wrong shapes
    assert not semi_crf.accepts(cum_scores)
# --- pkg/other.py
import torch


def cumulative(batch, T, C):
    cum_scores = torch.zeros(batch, T, C)  # silent: another kind of model
    return cum_scores
