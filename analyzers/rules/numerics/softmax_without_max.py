import numpy as np
import torch


def attention(scores):
    weights = torch.exp(scores)
    return weights / weights.sum(-1, keepdim=True)  # expect: softmax-without-max


def inline(scores):
    return scores.exp() / scores.exp().sum(dim=-1, keepdim=True)  # expect: softmax-without-max


def with_a_floor(scores, mask):
    weights = torch.exp(scores / 8.0) * 1.0
    weights = torch.exp(scores)
    total = torch.sum(weights, -1)
    return weights / (total.unsqueeze(-1) + 1e-8)  # expect: softmax-without-max


def in_place(logits):
    e = logits.float().exp()
    e /= e.sum(-1, keepdim=True)  # expect: softmax-without-max
    return e


def shifted(scores):
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)  # silent: the maximum is subtracted


def shifted_in_place(scores, top):
    scores -= top
    e = torch.exp(scores)
    return e / e.sum(-1, keepdim=True)  # silent: subtracted in place


def bounded(scores):
    e = torch.tanh(scores).exp()
    return e / e.sum(-1, keepdim=True)  # silent: cannot overflow


def masked(scores, mask):
    e = torch.exp(scores)
    return e / (e * mask).sum(-1, keepdim=True)  # silent: the sum of something else


def other_sum(scores, others):
    e = torch.exp(scores)
    return e / others.sum(-1, keepdim=True)  # silent: not its own sum


def host(scores):
    e = np.exp(scores)
    return e / e.sum()  # silent: numpy in double precision, preparation of data


def by_somebody(scores, shift):
    x = shift(scores)
    e = torch.exp(x)
    return e / e.sum(-1, keepdim=True)  # silent: the function may subtract the maximum


def right_function(scores):
    return torch.softmax(scores, dim=-1)  # silent: the right function
