"""Masks of a semi-Markov CRF."""

import torch

from pkg.constants import NEG_INF


def dead_labels(alpha, edge, t):
    scores = alpha[:, t] + edge
    dead = scores == NEG_INF  # expect: sentinel-equality
    alive = torch.logsumexp(scores, -1) != NEG_INF  # expect: sentinel-equality
    near = scores < NEG_INF / 2  # silent: a threshold
    return dead, alive, near


def updated(alpha, bias, T):
    for t in range(T):
        alpha[:, t] = alpha[:, t] + bias
    if (NEG_INF == alpha).all():  # expect: sentinel-equality
        return None
    return alpha


def untouched(batch, K, lengths, alpha):
    ring = torch.full((batch, K + 1), NEG_INF)
    fresh = ring == NEG_INF  # silent: no arithmetic on the values
    given = alpha == NEG_INF  # silent: nobody sees what happened to a parameter
    kept = torch.where(lengths > 0, ring, NEG_INF)
    chosen = kept[:, K - 1] == NEG_INF  # silent: selecting keeps the sentinel
    return fresh, given, chosen, NEG_INF == NEG_INF  # silent: the sentinel itself
# --- pkg/infinite.py
import torch

NEG_INF = -float("inf")


def semi_crf_mask(alpha, duration_bias):
    alpha = alpha + duration_bias
    return alpha == NEG_INF  # silent: real infinity absorbs what is added
# --- pkg/other.py
from pkg.constants import NEG_INF


def mask(scores, bias):
    scores = scores + bias
    return scores == NEG_INF  # silent: another kind of model
