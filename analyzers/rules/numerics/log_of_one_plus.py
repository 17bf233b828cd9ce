import math

import torch


def compress(residual):
    return torch.log(1 + residual)  # expect: log-of-one-plus


def by_method(x):
    return torch.sign(x) * (x.abs() + 1.0).log()  # expect: log-of-one-plus


def ratio(delta, base):
    return torch.log(1 + delta / base)  # expect: log-of-one-plus


def inverse_frequency(doc_count):
    return torch.log(1 + doc_count.float())  # silent: a count is 0 or at least 1


def bucket(positions):
    return torch.log(positions + 1)  # silent: whole numbers


def softplus(x):
    return torch.log(1 + torch.exp(x))  # silent: has a rule of its own


def scalar(x):
    return math.log(1 + x)  # silent: a plain number


def exact(x):
    return torch.log1p(x)  # silent: the right function


def other_constant(x):
    return torch.log(2 + x)  # silent: not 1
