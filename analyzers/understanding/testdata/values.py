import os
from enum import Enum
from typing import Optional

from .other import Base, LIMIT, make


class Color(Enum):
    RED = 1
    BLUE = 2


def branches(x: Optional[int], flag=False):
    if x is None:
        y = "none"
    else:
        y = x + 1
    if flag:
        z = 1
    w = z
    return y


def correlated(flag):
    if flag:
        value = (1, 2)
    else:
        value = None
    if flag:
        first, second = value
        return first
    return 0


def loops(n: int):
    total = 0
    for i in range(n):
        total += i
    names = [str(i) for i in range(n)]
    pairs = [(i, name) for i, name in enumerate(names)]
    while total > 3:
        total = total - 1
    return total, names


def grows():
    items = []
    items.append(1)
    size = len(items)
    fixed = ("a", "b")
    count = len(fixed)
    return items


def raises(path: str):
    try:
        number = int(path)
    except ValueError:
        number = None
    finally:
        done = True
    return number


class Part(Base):
    width: int = 4

    def __init__(self, size=LIMIT):
        super().__init__()
        self.size = size
        self.cache = None
        self.items = []

    @property
    def double(self):
        return self.size * 2

    @staticmethod
    def default():
        return Part()

    def fill(self):
        self.cache = {"a": 1}

    def read(self):
        cache = self.cache
        width = self.width
        base = self.from_base
        double = self.double
        if self.cache is not None:
            full = self.cache
        made = make(3)
        other = Part.default().size
        color = Color.RED
        method = self.hello()
        return made


def outer():
    captured = 3

    def inner():
        return captured

    return inner()


def recursive(n):
    if n == 0:
        return 1
    return n * recursive(n - 1)


def narrowing(x: "int | str | None", y: Color):
    if isinstance(x, int):
        a = x
    elif x:
        b = x
    else:
        c = x
    if not x:
        return None
    d = x
    e = x or 3
    f = "a" if x == "b" else 2
    return d
