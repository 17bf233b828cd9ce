import math

import torch
import torch.nn.functional as F
from torch.nn.functional import softmax


def sequence_log_probs(logits, targets):
    log_probs = torch.log(torch.softmax(logits, dim=-1))  # expect: log-of-softmax
    return log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)


def methods(logits):
    return logits.float().softmax(-1).log()  # expect: log-of-softmax


def through_a_local(logits, temperature):
    probs = F.softmax(logits / temperature, dim=-1, dtype=torch.float32)
    confidence = probs.max(-1).values
    entropy = -(probs * probs.log()).sum(-1)  # expect: log-of-softmax
    return confidence, entropy


def with_a_floor(logits):
    probs = F.softmax(logits, -1)
    return torch.log(probs + 1e-10)  # expect: log-of-softmax


def with_a_clamp(logits):
    return torch.log(F.softmax(logits, -1).clamp(min=1e-8))  # expect: log-of-softmax


def imported_by_name(logits):
    return torch.log(softmax(logits, -1))  # expect: log-of-softmax


def already_stable(logits):
    return F.log_softmax(logits, dim=-1)  # silent: the right function


def rebound(logits, table):
    probs = F.softmax(logits, -1)
    probs = table[probs.argmax(-1)]
    return torch.log(probs)  # silent: another value by now


def only_sometimes(logits, is_probability):
    probs = logits
    if not is_probability:
        probs = F.softmax(logits, -1)
    return torch.log(probs)  # silent: may be something else


def mixture(first, second, weight):
    mixed = weight * F.softmax(first, -1) + (1 - weight) * F.softmax(second, -1)
    return torch.log(mixed)  # silent: a mixture has no log_softmax


def scalars(values):
    return math.log(sum(values))  # silent: plain numbers


class Head(torch.nn.Module):
    def forward(self, hidden):
        probs = self.kernels.softmax(hidden)
        return torch.log(probs)  # silent: nobody knows what this softmax returns


# --- tests/test_loss.py
import torch


def test_loss(logits, loss):
    reference = -torch.log(torch.softmax(logits, -1) + 1e-10)  # silent: a reference of a test
    assert torch.allclose(loss, reference)
