import torch


def snapshot(weight):
    return weight.clone().detach()  # expect: clone-before-detach


def report(loss, count):
    return torch.cat([loss.clone().detach().view(1), count.view(1)])  # expect: clone-before-detach


def with_format(x):
    return x.clone(memory_format=torch.contiguous_format).detach()  # expect: clone-before-detach


def good(weight):
    return weight.detach().clone()  # silent: autograd never sees the copy


def only_copied(weight):
    return weight.clone()  # silent: keeps its gradient


def only_detached(weight):
    return weight.detach()  # silent: no copy


@torch.no_grad()
def average(weight):
    return weight.clone().detach()  # silent: nothing is recorded here


def inside(weight):
    with torch.no_grad():
        return weight.clone().detach()  # silent: nor here


def between(weight):
    return weight.clone().float().detach()  # silent: the cast needs the copy first
