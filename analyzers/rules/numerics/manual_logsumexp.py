import math

import torch
from torch import nn


def partition(energy):
    return torch.log(torch.exp(energy).sum(dim=-1, keepdim=True))  # expect: manual-logsumexp


def methods(scores, mask):
    return (scores + mask).exp().sum(-1).log()  # expect: manual-logsumexp


def everything(x):
    return torch.log(torch.sum(torch.exp(x)))  # expect: manual-logsumexp


def through_locals(hidden, weight):
    logits = hidden @ weight.t()
    exp_logits = torch.exp(logits.float())
    normaliser = exp_logits.sum(dim=-1)
    probs = exp_logits / normaliser.unsqueeze(-1).clamp(min=1)
    return probs, normaliser.log()  # expect: manual-logsumexp


def with_a_floor(scores):
    return torch.log(scores.exp().sum(-1) + 1e-9)  # expect: manual-logsumexp


class Head(nn.Module):
    def forward(self, hidden):
        logits = self.output_layer(hidden)
        return torch.log(torch.exp(logits).sum(-1))  # expect: manual-logsumexp


def shifted(logits):
    top = logits.amax(-1, keepdim=True)
    return top.squeeze(-1) + torch.log(torch.exp(logits - top).sum(-1))  # silent: shifted


def shifted_before(logits):
    logits = logits - logits.max(-1, keepdim=True).values
    return torch.log(torch.exp(logits).sum(-1))  # silent: the local is a difference


def shifted_in_place(logits, logits_max):
    logits -= logits_max.unsqueeze(-1)
    exp_logits = logits.exp()
    return exp_logits.sum(-1).log()  # silent: subtracted in place


def shifted_by_method(logits):
    logits.sub_(logits.amax(-1, keepdim=True))
    return logits.exp().sum(-1).log()  # silent: subtracted in place


def bounded(logits):
    return logits.clamp(max=30).exp().sum(-1).log()  # silent: clamped


def somebody_shifts(x, stabilise):
    y = stabilise(x)
    return torch.log(torch.exp(y).sum(-1))  # silent: the function may subtract the maximum


def named_so(shifted_logits):
    return torch.log(torch.exp(shifted_logits).sum(-1))  # silent: the name says it


def of_log_probs(logits):
    log_probs = torch.log_softmax(logits, -1)
    return log_probs.exp().sum(-1).log()  # silent: cannot overflow


def scalars(values):
    return math.log(sum(math.exp(v) for v in values))  # silent: plain numbers


def right_function(scores):
    return torch.logsumexp(scores, dim=-1)  # silent: the right function
