# --- pkg/steps.py
import torch
from torch import nn


def of_detached():
    weight = torch.ones(4, requires_grad=True)
    loss = (weight * 2).sum().detach()
    loss.backward()  # expect: refused-by-autograd


def of_what_was_not_recorded():
    weight = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        loss = (weight * 2).sum()
    loss.backward()  # expect: refused-by-autograd


def integers():
    return nn.Parameter(torch.zeros(4, dtype=torch.int64))  # expect: refused-by-autograd


def array():
    weight = nn.Parameter(torch.ones(4))
    return weight.numpy()  # expect: refused-by-autograd


def in_place():
    weight = torch.ones(4, requires_grad=True)
    weight.mul_(2)  # expect: refused-by-autograd
    weight.sum().backward()


def recorded():
    weight = torch.ones(4, requires_grad=True)
    loss = (weight * 2).sum()
    loss.backward()  # silent: the weight is a leaf


def handed_over(model):
    total = torch.zeros(1)
    model(total)
    total.backward()  # silent: the model may have it require a gradient


def summed(losses):
    total = torch.zeros(1)
    for loss in losses:
        total += loss
    total.backward()  # silent: a loss may bring a graph


def frozen_integers():
    return nn.Parameter(torch.zeros(4, dtype=torch.int64), requires_grad=False)  # silent: frozen


def under_no_grad():
    weight = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        weight.mul_(2)  # silent: not recorded
    weight.sum().backward()


def of_whoever_calls():
    weight = torch.ones(4, requires_grad=True)
    weight.mul_(2)  # silent: callers may have turned gradients off
    return weight


def detached_array():
    weight = nn.Parameter(torch.ones(4))
    return weight.detach().numpy()  # silent: detached
