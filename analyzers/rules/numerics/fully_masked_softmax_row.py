import math

import torch
import torch.nn.functional as F


def attend(scores, padding):
    scores = scores.masked_fill(padding, float("-inf"))  # expect: fully-masked-softmax-row
    return torch.softmax(scores, dim=-1)


def in_place(scores, padding, head_dim):
    scores.masked_fill_(padding.unsqueeze(1), -math.inf)  # expect: fully-masked-softmax-row
    return F.softmax(scores, dim=-1, dtype=torch.float32)


def by_index(scores, padding, values):
    scores[padding] = -torch.inf  # expect: fully-masked-softmax-row
    return scores.softmax(-1) @ values


def by_where(scores, valid, head_dim):
    masked = torch.where(valid, scores, float("-inf"))  # expect: fully-masked-softmax-row
    return (masked / head_dim**0.5).softmax(-1)


def causal(scores, length):
    mask = torch.ones(length, length, dtype=torch.bool).triu(1)
    scores = scores.masked_fill(mask, float("-inf"))  # silent: the diagonal stays
    return scores.softmax(-1)


def named(scores, causal_mask):
    return scores.masked_fill(causal_mask, float("-inf")).softmax(-1)  # silent: the diagonal stays


def repaired(scores, padding):
    weights = scores.masked_fill(padding, float("-inf")).softmax(-1)  # silent: repaired below
    return weights.nan_to_num(0.0)


def zeroed(scores, padding):
    scores = scores.masked_fill(padding, float("-inf"))  # silent: full rows are set to 0
    weights = scores.softmax(-1)
    return weights.masked_fill(padding.all(-1, keepdim=True), 0.0)


def keep_best(logits, k):
    floor = torch.topk(logits, k).values[..., -1:]
    logits = logits.masked_fill(logits < floor, float("-inf"))  # silent: k entries stay
    return logits.softmax(-1)


def finite(scores, padding):
    scores = scores.masked_fill(padding, torch.finfo(scores.dtype).min)  # silent: not -inf
    return scores.softmax(-1)


def no_softmax(scores, padding):
    return scores.masked_fill(padding, float("-inf")).max(-1)  # silent: a maximum takes -inf


def other(scores, bias, padding):
    bias = bias.masked_fill(padding, float("-inf"))  # silent: does not reach the softmax
    return scores.softmax(-1), bias


# --- tests/test_attention.py
def test_attend(scores, padding):
    scores = scores.masked_fill(padding, float("-inf"))  # silent: a test
    assert scores.softmax(-1) is not None
