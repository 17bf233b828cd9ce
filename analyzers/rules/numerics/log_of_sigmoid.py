import math

import torch
import torch.nn.functional as F


def preference_loss(chosen, rejected, beta):
    return -torch.log(torch.sigmoid(beta * (chosen - rejected))).mean()  # expect: log-of-sigmoid


def by_method(margin):
    return margin.sigmoid().log()  # expect: log-of-sigmoid


def both_sides(logits, labels):
    p = torch.sigmoid(logits)
    # expect: log-of-sigmoid
    loss = -(labels * torch.log(p) + (1 - labels) * torch.log(1 - p))
    return loss.mean()


def complement(logits):
    return torch.log(1.0 - torch.sigmoid(logits.float()))  # expect: log-of-sigmoid


def with_floors(logits, labels):
    p = torch.sigmoid(logits)
    positive = labels * torch.log(p + 1e-8)  # expect: log-of-sigmoid
    negative = (1 - labels) * torch.log(1 - p + 1e-8)
    return -(positive + negative)


def clamped(logits):
    return (1 - logits.sigmoid()).clamp(min=1e-6).log()  # expect: log-of-sigmoid


def already_stable(margin):
    return -F.logsigmoid(margin)  # silent: the right function


def rebound(logits, table):
    p = torch.sigmoid(logits)
    p = table[p.argmax(-1)]
    return torch.log(p)  # silent: no sigmoid any more


def scalar(x):
    return math.log(1 / (1 + math.exp(-x)))  # silent: plain numbers


def gated(gate, value):
    return torch.log(torch.sigmoid(gate) * value)  # silent: a product


def unknown(model, x):
    return torch.log(model.sigmoid(x))  # silent: not a tensor's method, as it takes one


def noise(shape):
    u = torch.rand(shape)
    return torch.log(1 - u)  # silent: no sigmoid
