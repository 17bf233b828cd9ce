import math

import torch
import torch.nn.functional as F


def step_size(dt, dt_bias):
    return torch.log(1 + torch.exp(dt + dt_bias))  # expect: manual-softplus


def by_methods(dt):
    return (dt.exp() + 1.0).log()  # expect: manual-softplus


def half_careful(margin):
    return torch.log1p(torch.exp(-margin)).mean()  # expect: manual-softplus


def through_a_local(x):
    grown = torch.exp(x)
    return torch.log(1 + grown)  # expect: manual-softplus


def stable_form(x):
    return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))  # silent: never exponentiates up


def merged(larger, smaller):
    return larger + torch.log1p(torch.exp(smaller - larger))  # silent: at most exp(0)


def with_threshold(x):
    return torch.where(x > 20, x, torch.log1p(torch.exp(x)))  # silent: the branch is chosen


def bounded(x):
    return torch.log1p(torch.exp(x.clamp(max=20)))  # silent: clamped


def scalar(x):
    return math.log(1 + math.exp(x))  # silent: a plain number


def right_function(dt):
    return F.softplus(dt)  # silent: the right function


def other_sum(x, y):
    return torch.log(y + torch.exp(x))  # silent: not 1
