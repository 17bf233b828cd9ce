import os, os.path as path
from torch import nn
from ..utils import rank as current_rank

LIMIT: int = 8


def f(x, y=LIMIT, *rest, name: "Optional[str]" = None, **options) -> nn.Module | None:
    a, (b, *c), d.e = x
    global LIMIT
    LIMIT += 1
    if a and not b:
        return a
    for i in range(3):
        with open(path.join(name, "x")) as stream:
            c[i] = stream
        if i == 2:
            break
    else:
        assert c, "none"
    try:
        g(*rest, **options)
    except (ValueError, KeyError) as error:
        raise RuntimeError("no") from error
    finally:
        del c[0], b
    return None


class Router(nn.Module):
    size: int
    names = [n for n in "ab" if n]

    @property
    def width(self):
        def inner():
            nonlocal total
            total = self.size
            return total

        total = 0
        return lambda k=3: inner() + k


match f:
    case [1, head]:
        pass
    case _:
        print(head)


def starred_shape(k, v):
    rank, width = *k.shape, v.shape[-1]
    return rank


def condition_ends_finally(a, b):
    try:
        a()
    finally:
        if b:
            b()
