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
# --- pkg/library.py unchanged
import functools
from abc import ABC
from dataclasses import KW_ONLY, InitVar, dataclass, field
from enum import Enum
from typing import ClassVar

import torch

from pkg.tracing import traced


def pack(tokens, lengths, *, pad=0):
    return tokens


def retired(tokens, lengths):
    return tokens


retired = functools.partial(retired, lengths=None)

try:
    from fastpack import unpack
except ImportError:

    def unpack(tokens):
        return tokens


@traced
def watched(tokens):
    return tokens


@torch.compile
def fused(tokens, scale):
    return tokens * scale


def sized(n):
    return n


@dataclass
class Base:
    size: int
    names: list = field(default_factory=list)
    cache: dict = field(init=False)
    limit: ClassVar[int] = 3


@dataclass
class Options(Base):
    rate: float = 0.1
    seed: InitVar[int] = 0
    _: KW_ONLY
    verbose: bool = False


@dataclass(kw_only=True)
class Named:
    first: int
    second: int = 2


class Undecorated(Options):
    extra: int = 3


class Colour(Enum):
    RED = 1

    def __init__(self, code):
        self.code = code


class Maker:
    def __new__(cls, *args):
        return super().__new__(cls)

    def __init__(self, one):
        self.one = one


class Meta(metaclass=type):
    def __init__(self, one):
        self.one = one


class Unknown(torch.utils.data.DataLoader):
    pass


class Encoder(ABC):
    def __init__(self, width, depth=2):
        self.width = width

    def embed(self, x, mask=None):
        return self.project(x)

    def project(self, x):
        return self.scale(x, 2) + self.depth_of(x, 1, 2)

    def scale(self, x):
        return x

    @property
    def depth_of(self):
        return lambda *args: 0

    @staticmethod
    def clip(x, low, high):
        return x

    @classmethod
    def make(cls, width):
        return cls(width)


class Wide(Encoder):
    def __init__(self, width):
        super().__init__(width)

    def scale(self, x, factor):
        return x * factor


class Single(Encoder):
    pass
# --- pkg/tracing.py unchanged
def traced(function):
    return lambda *args: function(*args[:1])
# --- pkg/new_calls.py
import inspect

import pytest

from pkg import library
from pkg.library import (
    Base,
    Colour,
    Encoder,
    Maker,
    Meta,
    Named,
    Options,
    Single,
    Undecorated,
    Unknown,
    Wide,
    fused,
    pack,
    retired,
    unpack,
    watched,
)


def functions(x, rest, options):
    pack(x, x, 0)  # expect: call-does-not-fit-signature
    pack(
        x,
        x,
        padding_side="left",  # expect: call-does-not-fit-signature
    )
    library.pack(x)  # expect: call-does-not-fit-signature
    pack(x, tokens=x)  # expect: call-does-not-fit-signature
    fused(x)  # expect: call-does-not-fit-signature
    pack(*rest)  # silent: the star may hold both
    pack(x, **options)  # silent: so may the options
    pack(*rest, depth=1)  # expect: call-does-not-fit-signature
    retired(x)  # silent: the name was assigned anew
    unpack(x, x)  # silent: it may be that of the other package
    watched(x, x, x)  # silent: the decorator takes what it likes


def shadows(x, pack):
    pack(x)  # silent: a parameter of that name
    for fused in pack:
        fused(x)  # silent: another variable


def constructors(x):
    Base(3, [], {})  # expect: call-does-not-fit-signature
    Base(3, cache={})  # expect: call-does-not-fit-signature
    Base(3, limit=3)  # expect: call-does-not-fit-signature
    Options(3, [], 0.5, 1)  # silent: an InitVar is a parameter
    Options(3, [], 0.5, 1, True)  # expect: call-does-not-fit-signature
    Options(3, verbose=True)
    Named(1, 2)  # expect: call-does-not-fit-signature
    Named(first=1)
    Undecorated(3, extra=4)  # expect: call-does-not-fit-signature
    Colour(1, 2, 3)  # silent: looks a member up
    Maker(1, 2)  # silent: __new__ decides
    Meta()  # silent: so may the metaclass
    Unknown(1, 2)  # silent: its constructor is not here
    Wide(3, 4)  # expect: call-does-not-fit-signature
    Single(3, 4, 5)  # expect: call-does-not-fit-signature


def methods(x, encoder: Single):
    Encoder.clip(x, 0)  # expect: call-does-not-fit-signature
    Encoder.make()  # expect: call-does-not-fit-signature
    Encoder.embed(encoder, x)  # silent: the object is the first argument
    encoder.embed()  # silent: objects of a subclass have one of their own
    encoder.make()  # expect: call-does-not-fit-signature
    Encoder(3).scale(x, 2)  # silent: a subclass takes more
    Single(3).project(x, x)  # expect: call-does-not-fit-signature


class Narrow(Single):
    def __init__(self):
        super().__init__()  # expect: call-does-not-fit-signature

    def run(self, x):
        self.project()  # expect: call-does-not-fit-signature
        self.scale(x)
        self.depth_of(x)  # silent: a property gives something to call

        class Fake:
            def go(self):
                self.project()  # silent: another self

        def patched(self):
            self.project()  # silent: nor is this one known

        self.embed = lambda: x
        return self.embed()  # silent: the object has one of its own


def failures(x):
    with pytest.raises(TypeError):
        pack(x)  # silent: the error is what is wanted
    try:
        pack(x, pad_id=1)  # silent: another version is tried next
    except TypeError:
        pack(x, x)
    try:
        pack(x)  # expect: call-does-not-fit-signature
    except ValueError:
        pass
    if "depth" in inspect.signature(pack).parameters:
        pack(x, x, depth=1)  # silent: only when it takes it
# --- pkg/shapes.py before
from dataclasses import dataclass


@dataclass
class Shape:
    rows: int
    columns: int = 1


@dataclass
class Block(Shape):
    depth: int = 1


class Reader:
    def read(self, path, strict=True):
        return path

    def close(self):
        return None
# --- pkg/shapes.py after
from dataclasses import dataclass


@dataclass
# expect: call-does-not-fit-signature
class Shape:
    rows: int
    heads: int
    columns: int = 1


@dataclass
class Block(Shape):
    depth: int = 1


class Reader:
    def read(self, path):  # expect: call-does-not-fit-signature
        return path

    def close(self):
        return None
# --- pkg/uses_shapes.py unchanged
from pkg.shapes import Block, Reader, Shape


class FastReader(Reader):
    def load(self, path):
        return self.read(path, strict=False)


def make(reader: Reader):
    reader.read("a", strict=True)
    return Shape(1), Block(2), Shape(1, 2)
# === through a dataclass that a class inherits, an object and super()
# --- pkg/parts.py
from dataclasses import dataclass


@dataclass
class Base:
    size: int
    rate: float = 0.1


@dataclass
class Child(Base):
    steps: int = 1


class Layer:
    def __init__(self, width):
        self.width = width

    def scale(self, factor):
        return factor * self.width


class Wide(Layer):
    def __init__(self):
        super().__init__(8)


def make():
    return Child(8, 0.2, steps=3)  # silent: three fields


def make_with_another():
    return Child(8, rates=0.2)  # expect: call-does-not-fit-signature


def of_object():
    layer = Wide()
    scale = layer.scale
    return scale(1, 2)  # expect: call-does-not-fit-signature
# === lines that a backslash continues
# --- pkg/long.py
def check(first, second, \
    third):
    return first, second, third


def use():
    return check(1, 2, \
        3)  # silent: three arguments for three parameters
# === what other projects' classes take
# --- pkg/head.py
import torch
from torch import nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Head(nn.Module):
    def __init__(self, config):
        super().__init__(config)  # expect: call-does-not-fit-signature
        self.config = config

    def forward(self, x):
        return Scale.apply(x)  # expect: call-does-not-fit-signature


class Tail(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config

    def forward(self, x):
        return Scale.apply(x, 2)
# --- pkg/options.py unchanged
from dataclasses import dataclass

from elsewhere.options import TrainingOptions


@dataclass
class Mixin:
    only_weights: bool = False


@dataclass
class Own(Mixin, TrainingOptions):
    extra: int = 1


@dataclass
class Heir(Own):
    more: int = 2


class Plain(Mixin):
    pass
# --- pkg/make.py
from pkg.options import Heir, Own, Plain


def make():
    a = Own(output="x")  # silent: a field of the other base, perhaps
    b = Heir(output="x", more=1)  # silent: the same, one class further
    c = Plain(output="x")  # expect: call-does-not-fit-signature
    return a, b, c
# === a method by another name, and a constructor that is replaced
# --- pkg/scores.py
class Scores:
    def all(self, rows, columns):
        one = self.one
        found = [one(x, y) for x in rows for y in columns]  # silent: bound to self
        return found + [one(rows)]  # expect: call-does-not-fit-signature

    def one(self, x, y):
        return x + y


class Learner:
    def __init__(self, rank, world):
        self.rank = rank


class Reader:
    def __init__(self, rank, world):
        self.rank = rank
# --- pkg/alone.py
from pkg.scores import Learner


def run(args):
    a_class = Learner

    def __init__(self, args):
        self.args = args

    a_class.__init__ = __init__
    return Learner(args=args)  # silent: the constructor is another one


# --- pkg/beside.py
from pkg.scores import Reader


def read(args):
    return Reader(args=args)  # expect: call-does-not-fit-signature
# === the demo of a module that others load, and a script
# --- pkg/client.py
def ask(prompt):
    return prompt


if __name__ == "__main__":
    ask(text="hello")  # silent: a demo
# --- pkg/serve.py
from pkg.client import ask

ask("hello")
# --- tools/run_all.py
from pkg.client import ask

if __name__ == "__main__":
    ask(text="hello")  # expect: call-does-not-fit-signature
