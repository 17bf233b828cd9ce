# --- pkg/ops.py before
import functools

import torch


def needs_more(x, factor):
    return x * factor


def loses_keyword(x, dim=0):
    return x.sum(dim)


def gets_default(x):
    return x


def wrapped(x):
    return x


@torch.no_grad()
def transparent(x, y):
    return x + y


class Layer:
    def __init__(self, size, bias=True):
        self.size = size


def unrelated(x):
    return 1
# --- pkg/ops.py after
import functools

import torch


def needs_more(x, factor, dim):  # expect: call-does-not-fit-signature
    return x * factor


# expect: call-does-not-fit-signature
def loses_keyword(x):
    return x.sum(0)


# silent: old calls still fit
def gets_default(x, scale=1.0):
    return x


@functools.partial(print)
def wrapped(x, y):  # silent: the decorator may change what it takes
    return x


@torch.no_grad()
def transparent(x):  # expect: call-does-not-fit-signature
    return x


class Layer:
    # expect: call-does-not-fit-signature
    def __init__(self, size):
        self.size = size


def unrelated(x):  # silent: the call that does not fit never did
    return 2
# --- pkg/__init__.py unchanged
from .ops import loses_keyword as total
# --- pkg/use.py unchanged
import pytest

import pkg
from pkg import ops
from pkg.ops import Layer, gets_default, needs_more, transparent


def use(x, args, kwargs):
    needs_more(x, 2)
    needs_more(x, 2, 3)
    needs_more(x, *args)  # silent: the star may hold all
    pkg.total(x, dim=1)
    gets_default(x)
    ops.wrapped(x)
    ops.unrelated(x, x)
    transparent(x, x)
    return Layer(3, bias=False), Layer(3), Layer(3, **kwargs)


def expects_failure(x):
    with pytest.raises(TypeError):
        ops.unrelated()
        needs_more(x, 2)  # silent: the error is what is wanted


def shadowed(needs_more, x):
    needs_more(x)  # silent: a parameter of that name
