import numpy as np
import torch


def weights(gate):
    return gate / gate.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps


def cast(probs):
    return probs / torch.sum(probs.float(), dim=-1, keepdim=True)  # expect: self-normalisation-without-eps


def through_a_local(scores, mask):
    scores = scores * mask
    total = scores.sum(dim=-1, keepdim=True)
    return scores / total  # expect: self-normalisation-without-eps


def in_place(topk_weights):
    topk_weights /= topk_weights.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps
    return topk_weights


def clamped(gate):
    return gate / gate.sum(-1, keepdim=True).clamp_min(1e-10)  # silent: has a floor


def with_epsilon(gate):
    return gate / (gate.sum(-1, keepdim=True) + 1e-20)  # silent: has a floor


def guarded_before(gate, eps):
    gate = gate + eps
    return gate / gate.sum(-1, keepdim=True)  # silent: never 0


def positive(logits):
    probs = torch.softmax(logits, -1)
    return probs / probs.sum(-1, keepdim=True)  # silent: sums to 1


def by_where(gate):
    total = gate.sum(-1, keepdim=True)
    return torch.where(total > 0, gate / total, 0.0)  # silent: not taken when it is 0


def host(n):
    ratios = np.arange(n)
    return ratios / ratios.sum()  # silent: numpy


def other(gate, weight):
    return gate / weight.sum(-1, keepdim=True)  # silent: not its own sum


# --- tests/test_gate.py
def test_gate(gate):
    assert (gate / gate.sum(-1, keepdim=True)).max() <= 1  # silent: a test
