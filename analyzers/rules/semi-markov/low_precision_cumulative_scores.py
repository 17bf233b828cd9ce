"""Scores of a semi-Markov CRF."""

import torch


def build(scores, mask, batch, T, C):
    cum_scores = torch.zeros(batch, T + 1, C, dtype=torch.float16)  # expect: low-precision-cumulative-scores
    cum_scores[:, 1:] = torch.cumsum(scores.half(), dim=1)  # expect: low-precision-cumulative-scores
    cum_scores = cum_scores.to(torch.bfloat16)  # expect: low-precision-cumulative-scores
    small = scores.bfloat16()
    sums = small.cumsum(1)  # expect: low-precision-cumulative-scores
    counted = torch.cumsum(scores, dim=1, dtype=torch.float16)  # expect: low-precision-cumulative-scores
    return cum_scores, sums, counted


def good(scores, mask, batch, T, C, dtype):
    cum_scores = torch.zeros(batch, T + 1, C, dtype=torch.float64)  # silent: wide enough
    cum_scores[:, 1:] = torch.cumsum(scores.double(), dim=1)  # silent: summed in float64
    other = torch.zeros(batch, T + 1, C, dtype=dtype)  # silent: nobody knows the type
    weights = torch.zeros(batch, C, dtype=torch.float16)  # silent: no prefix sums
    half_mask = mask.half()  # silent: nothing is summed
    return cum_scores, other, weights, half_mask.to(torch.float32)
# --- tests/test_scores.py
import torch

from pkg import semi_crf


def test_rejects_half():
    cum_scores = torch.zeros(2, 6, 4, dtype=torch.float16)  # silent: tests try wrong types
    assert not semi_crf.accepts(cum_scores)
# --- pkg/other.py
import torch


def cumulative(scores):
    return torch.cumsum(scores.half(), dim=1)  # silent: another kind of model
