"""Prefix sums of a semi-Markov CRF."""

import torch


class Head(torch.nn.Module):
    def forward(self, scores, emissions, lengths, batch, T, C):
        cum_scores = torch.zeros(batch, T + 1, C)
        cum_scores[:, 1:] = torch.cumsum(scores.float(), dim=1)  # expect: uncentred-cumulative-scores
        other = emissions.cumsum(1)  # expect: uncentred-cumulative-scores
        raw = torch.cumsum(scores, dim=-2)  # expect: uncentred-cumulative-scores
        return cum_scores, other, raw

    def streaming(self, scores, emissions, lengths):
        centred = self._center_scores(scores, lengths)
        good = torch.cumsum(centred, dim=1)  # silent: centred by a helper
        wide = torch.cumsum(emissions.double(), dim=1)  # silent: float64
        wider = torch.cumsum(emissions, dim=1, dtype=torch.float64)  # silent: float64, too
        scores = scores - scores.mean(dim=1, keepdim=True)
        shifted = scores.cumsum(dim=1)  # silent: the mean was subtracted
        return good, wide, wider, shifted

    def statistics(self, lengths, probs, grad_scores, score_mask, logits):
        offsets = torch.cumsum(lengths, dim=0)  # silent: no scores
        flow = torch.cumsum(torch.flip(grad_scores, [1]), dim=1)  # silent: gradients
        valid = torch.cumsum(score_mask, dim=1)  # silent: a mask
        labels = torch.cumsum(logits, dim=-1)  # silent: over labels, not over time
        return offsets, flow, valid, labels
# --- tests/test_sums.py
import torch

from pkg import semi_crf


def test_sums(scores):
    assert semi_crf.check(torch.cumsum(scores, dim=1))  # silent: a test
# --- scripts/compare.py
import torch

from pkg import semi_crf


def compare(scores):
    return semi_crf.run(torch.cumsum(scores, dim=1))  # silent: an experiment
# --- pkg/other.py
import torch


def sums(scores):
    return torch.cumsum(scores, dim=1)  # silent: another kind of model
