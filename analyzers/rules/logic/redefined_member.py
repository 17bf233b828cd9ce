from dataclasses import dataclass, field
from functools import singledispatch
from typing import overload

import pytest
import torch


@dataclass
class Config:
    hidden_size: int = 1024
    heads: int = 16
    hidden_size: int = 2048  # expect: redefined-member
    layers: list = field(default_factory=list)
    dtype: str
    dtype = "bf16"  # silent: the first line only declares


class Router:
    def scores(self, x):
        return x.softmax(-1)

    @torch.no_grad()
    def scores(self, x):  # expect: redefined-member
        return x.sigmoid()

    @property
    def capacity(self):
        return self._capacity

    @capacity.setter
    def capacity(self, value):  # silent: the setter of the property
        self._capacity = value

    @overload
    def route(self, x: int) -> int: ...

    def route(self, x):  # silent: overloads before it
        return x

    limit = 3
    limit = limit + 1  # silent: made of the first

    def reset(self):
        self._capacity = 0

    reset_all = reset

    def reset(self):  # silent: the first one was given another name
        self._capacity = 1

    if torch.cuda.is_available():

        def device(self):
            return "cuda"

    else:

        def device(self):  # silent: one of the two
            return "cpu"


@singledispatch
def describe(x):
    return "?"


@describe.register
def _(x: int):
    return "int"


@describe.register
def _(x: str):  # silent: registered, the name does not matter
    return "str"


def test_scores():
    assert Router().scores(torch.ones(2)).sum() > 0


@pytest.mark.parametrize("size", [1, 2])
def test_scores(size):  # expect: redefined-member
    assert Router().scores(torch.ones(size)).sum() > 0


def helper(x):
    return x


def helper(x):  # noqa: F811  # silent: on purpose, says the comment
    return x + 1
