import numpy as np
import torch


def weights(gate, mask):
    gate = torch.relu(gate)
    return gate / gate.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps


def cast(probs, mask):
    probs = probs.masked_fill(mask, 0)
    return probs / torch.sum(probs.float(), dim=-1, keepdim=True)  # expect: self-normalisation-without-eps


def counted(indices, experts):
    counts = torch.bincount(indices.flatten(), minlength=experts)
    share = counts.float()
    return share / share.sum()  # expect: self-normalisation-without-eps


def of_comparison(scores):
    chosen = (scores > 0).float()
    return chosen / chosen.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps


def unknown(gate):
    return gate / gate.sum(-1, keepdim=True)  # silent: nothing says that a row may be 0


def scaled(gate, temperature):
    gate = gate * temperature
    return gate / gate.sum(-1, keepdim=True)  # silent: nor here


def through_a_local(scores, mask):
    scores = scores * mask
    total = scores.sum(dim=-1, keepdim=True)
    return scores / total  # expect: self-normalisation-without-eps


def chosen_by_number(gate, other, n):
    gate = gate if n > 1 else other
    return gate / gate.sum(-1, keepdim=True)  # silent: the comparison is no part of it


def in_place(topk_weights, mask):
    topk_weights *= mask
    topk_weights /= topk_weights.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps
    return topk_weights


def clamped(gate, mask):
    gate = gate * mask
    return gate / gate.sum(-1, keepdim=True).clamp_min(1e-10)  # silent: has a floor


def with_epsilon(gate, mask):
    gate = gate * mask
    return gate / (gate.sum(-1, keepdim=True) + 1e-20)  # silent: has a floor


def guarded_before(gate, mask, eps):
    gate = gate * mask + eps
    return gate / gate.sum(-1, keepdim=True)  # silent: never 0


def positive(logits):
    probs = torch.softmax(logits, -1)
    return probs / probs.sum(-1, keepdim=True)  # silent: sums to 1


def by_where(gate, mask):
    gate = gate * mask
    total = gate.sum(-1, keepdim=True)
    return torch.where(total > 0, gate / total, 0.0)  # silent: not taken when it is 0


def host(n):
    ratios = np.arange(n)
    return ratios / ratios.sum()  # silent: numpy


def other(gate, weight):
    return gate / weight.sum(-1, keepdim=True)  # silent: not its own sum


# --- train/floor.py before
def floor_lost(gate):
    return gate / (gate.sum(-1, keepdim=True) + 1e-20)
# --- train/floor.py after
def floor_lost(gate):
    return gate / gate.sum(-1, keepdim=True)  # expect: self-normalisation-without-eps
# --- tests/test_gate.py
def test_gate(gate):
    gate = gate.relu()
    assert (gate / gate.sum(-1, keepdim=True)).max() <= 1  # silent: a test
