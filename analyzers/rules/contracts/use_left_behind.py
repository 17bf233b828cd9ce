# --- pkg/ops.py before
import enum


class Mode(enum.Enum):
    FAST = 1  # expect: use-left-behind
    SAFE = 2


LIMIT = 4


class Router:
    def __init__(self, experts):
        self.experts = experts
        self.capacity = 2 * experts  # expect: use-left-behind

    def load(self, tokens):
        return tokens


def split(x):
    return x[0], x[1]


def pair(x):
    return x, 1


def size(x):
    return len(x)


def caught(x):
    return x, 1


def broken(x):
    return x, 1


def either(x, whole=False):
    return x, 1
# --- pkg/ops.py after
import enum


class Mode(enum.Enum):
    QUICK = 1
    SAFE = 2


LIMIT = None  # expect: use-left-behind


class Router:
    def __init__(self, experts):
        self.experts = experts
        self.limit = 2 * experts

    def load(self, tokens):
        return tokens


def split(x):  # expect: use-left-behind
    return x[0], x[1], len(x)


def pair(x):
    return x, 2  # silent: as many values as before


def size(x):  # silent: the same
    count = len(x)
    return count


def caught(x):  # silent: who calls it is ready for it to fail
    return x, 1, 2


def broken(x):  # silent: its user failed before
    return x, 1, 2


def either(x, whole=False):
    if whole:
        return x, 1, 2  # silent: nobody knows which of the two callers get
    return x, 1
# --- pkg/use.py unchanged
from pkg import ops
from pkg.ops import Mode, Router, broken, caught, either, pair, size, split


def use(x, whole):
    head, tail = split(x)
    first, second = pair(x)
    third, fourth = either(x, whole)
    return head + first + third + size(x)


def capacity():
    return Router(4).capacity


def is_fast(mode):
    return mode == Mode.FAST


def is_full(n):
    return n > ops.LIMIT + 1


def try_it(x):
    try:
        head, tail = caught(x)
    except ValueError:
        return None
    return head


def fail(x):
    one, two, three, four = broken(x)
    return one
