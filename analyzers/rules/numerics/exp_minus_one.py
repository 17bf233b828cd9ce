import math

import torch


def growth(rate):
    return torch.exp(rate) - 1  # expect: exp-minus-one


def divergence(new, old):
    delta = old - new
    return delta.exp() - 1.0 - delta  # expect: exp-minus-one


def importance(policy_logprobs, old_logprobs):
    ratio = torch.exp(policy_logprobs - old_logprobs)
    return ratio - 1  # expect: exp-minus-one


def scalar(x):
    return math.exp(x) - 1  # silent: a plain number


def exact(x):
    return torch.expm1(x)  # silent: the right function


def back_to_counts(log_length):
    return torch.exp(log_length) - 1  # silent: visibly not near 0


def other_constant(x):
    return torch.exp(x) - 2  # silent: not 1


def reversed_sign(x):
    return 1 - torch.exp(x)  # silent: another expression


def rebound(x):
    y = torch.exp(x)
    y = y.round()
    return y - 1  # silent: another value by now
