# --- pkg/utils.py unchanged
def clip_by_norm(x, limit):
    return x.clamp(max=limit)
# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class ModelConfig:
    hidden_size: int = 8
    expert_count: int = 4
# --- pkg/removed.py before
import math
import torch


def scale(x):
    return x / math.sqrt(x.size(-1))
# --- pkg/removed.py after
import torch


def scale(x):
    return x / math.sqrt(x.size(-1))  # expect: undefined-name
# --- pkg/known.py before
def old(x):
    return missing_helper(x)  # silent: was there before


def new(x):
    return x
# --- pkg/known.py after
def old(x):
    return missing_helper(x)  # silent: was there before


def new(x):
    return x + 1
# --- pkg/star.py
from pkg.utils import *


def loss(x):
    return anything(x)  # silent: the star may bring it
# --- pkg/dynamic.py
exec(open("version.py").read())
VERSION = __version__  # silent: exec may bind it
# --- pkg/later.py
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pkg.config import ModelConfig


def build(config: ModelConfig, other: Elsewhere) -> Elsewhere:  # silent: nobody evaluates it
    size: Elsewhere = config.hidden_size  # silent: likewise
    return size
# --- pkg/module.py
import torch


class Router(torch.nn.Module):
    names = ["a", "b"]
    upper = [name.upper() for name in names]  # silent: the first iterable sees the class

    def __init__(self, config, top_k):
        super().__init__()
        self.top_k = top_k
        self.config = config
        self.experts = expert_count  # expect: undefined-name

    def scores(self, hidden_states):
        return hiden_states.softmax(-1)  # expect: undefined-name

    def forward(self, x):
        x = clip_by_norm(x, 1.0)  # expect: undefined-name
        routed = scores(x)  # expect: undefined-name
        return routed[:top_k]  # expect: undefined-name

    def name(self):
        return __class__.__name__  # silent: of every method


def bound(x, *args, flag=len, **kwargs):
    if (n := x.size(0)) > 1:
        total = n  # silent: bound by :=
    squares = [i * j for i in range(3) for j in range(i)]  # silent: bound in the comprehension
    with open("log") as file:
        file.write(__file__)  # silent: of every module
    for index, (a, b) in enumerate(args):
        total = index + a + b
    try:
        total = unicode(x)  # silent: expects NameError
    except NameError:
        total = str(x)
    match x:
        case {"size": size, **rest}:
            return size, rest  # silent: captured
        case torch.Size([first, *others]) | [first, *others]:
            return first, others  # silent: captured
        case Router(top_k=count):
            return count  # silent: captured
    return lambda y: y + total, flag, kwargs, squares


def first[T](rows: list[T]) -> T:
    item: T = rows[0]  # silent: a type parameter
    return item


class Box[T]:
    def get(self) -> T:  # silent: of the class
        return self.value


type Pair[A] = tuple[A, A]


def pair(x: Pair[int]):  # silent: a type alias
    return late(x)  # silent: defined below


def late(x):
    global counter
    counter = 1
    return x + counter  # silent: global


def disabled(x):
    raise RuntimeError("not ready")
    return gone(x)  # silent: never runs


def quoted(x: "Unknown") -> "Unknown":  # silent: a text
    return removed_name(x)  # noqa: F821  # silent: on purpose, says the comment


def versions(x):
    import sys

    if sys.version_info[0] < 3:
        return long(x)  # silent: another version of Python
    return int(x)
# --- pkg/optimizer.py
class Chained:
    def count(self, optimizers):
        params = []
        for optimizer in optimizers:
            params += optimizer.parameters()
        return len(params)

    def step(self, optimizers):
        for optimizer in optimizers:
            parameters = optimizer.parameters()
            # Another function has a variable of that name.
            optimizer.clip(parameters, is_sharded=params[0].is_sharded)  # expect: undefined-name
# --- pkg/injected.py
import sys

import pytest


@pytest.fixture(autouse=True)
def ops():
    module = sys.modules[__name__]
    module.dispatch = print


def test_dispatch():
    dispatch(1)  # silent: a fixture puts it into the module
# --- pkg/template.py
name = {{project.name}}  # silent: a template
size = project.size  # silent: in a template
# --- pyproject.toml unchanged
[tool.ruff.lint.per-file-ignores]
"pkg/generated/**/*_template.py" = ["F821"]
# --- pkg/generated/llama_template.py
def forward(x):
    return generated_attention(x)  # silent: the repository's linter is told so
