# --- pkg/ops.py before
import torch
import triton


def removed(x, mask=None, scale=1.0):
    return x


def renamed(x, dim):
    return x


def required(x, group=None):
    return x


def extended(x):
    return x


def swallowed(x, eps=1e-5):
    return x


def optional(x):
    return x


def _helper(x, eps=1e-5):
    return x


def broken_here(x, eps=1e-5):
    return x


@internal_api
def internal(x, eps=1e-5):
    return x


@triton.jit
def kernel(x, n):
    return x


def outer(x):
    def inner(x, eps):
        return x

    return inner(x, 1)


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x


class Router:
    def __init__(self, width, bias=True):
        self.width = width

    def route(self, x, mask):
        return x


class TopK(Router):
    def route(self, x, mask):
        return x
# --- pkg/ops.py after
import torch
import triton


def removed(x, scale=1.0):  # expect: incompatible-parameter-change
    return x


# expect: incompatible-parameter-change
def renamed(x, axis):
    return x


def required(x, group):  # expect: incompatible-parameter-change
    return x


def extended(x, group):  # expect: incompatible-parameter-change
    return x


def swallowed(x, **options):  # silent: the keyword still arrives
    return x


def optional(x, group=None):  # silent: old calls still work
    return x


def _helper(x):  # silent: private
    return x


def broken_here(x):  # silent: call-does-not-fit-signature has the callers
    return x


@internal_api
def internal(x):  # silent: marked as internal
    return x


@triton.jit
def kernel(x, n, block):  # silent: only its wrapper calls a kernel
    return x


def outer(x):
    def inner(x):  # silent: nobody else can call it
        return x

    return inner(x)


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, eps):  # silent: torch calls it
        return x


class Router:
    def __init__(self, width, bias=True, *, group):  # expect: incompatible-parameter-change
        self.width = width

    def route(self, x):  # expect: incompatible-parameter-change
        return x


class TopK(Router):
    def route(self, x):  # silent: as its base, which is reported
        return x
# --- pkg/use.py unchanged
from pkg.ops import broken_here


def use(x):
    return broken_here(x, eps=1e-3)
# --- pkg/experimental/ops.py before
def attempt(x, eps):
    return x
# --- pkg/experimental/ops.py after
def attempt(x):  # silent: experimental
    return x
# --- tools/convert.py before
def convert(x, eps):
    return x
# --- tools/convert.py after
def convert(x):  # silent: nobody imports tools
    return x
