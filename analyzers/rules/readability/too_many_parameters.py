# --- pkg/pack.py before
def old(a, b, c, d, e, f, g, h):
    return a
# --- pkg/pack.py after
import triton
import torch


def old(a, b, c, d, e, f, g, h, i):  # silent: it was there before
    return a


def pack(rows, limit, order, seed, groups, drop_last, pad, device):  # expect: too-many-parameters
    return rows


def merge(  # expect: too-many-parameters
    rows,
    limit=1,
    order=None,
    *,
    seed=0,
    groups=1,
    drop_last=False,
    pad=0,
    device=None,
):
    return rows


class Packer:
    def __init__(self, a, b, c, d, e, f, g, h):  # silent: a constructor
        self.a = a

    def run(self, a, b, c, d, e, f, g, h):  # expect: too-many-parameters
        return a

    def seven(self, a, b, c, d, e, f, g, *rest, **more):  # silent: seven
        return a


class Layer(torch.nn.Module):
    def forward(self, a, b, c, d, e, f, g, h):  # silent: the base may prescribe it
        return a


def _inner(a, b, c, d, e, f, g, h):  # silent: private
    return a


def outer(rows):
    def inner(a, b, c, d, e, f, g, h):  # silent: inside of a function
        return a

    return inner


@triton.jit
def kernel(a, b, c, d, e, f, g, h):  # silent: a kernel
    pass
# --- tests/test_pack.py
def check(a, b, c, d, e, f, g, h):  # silent: of a test
    assert a
