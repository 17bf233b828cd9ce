from collections import defaultdict


def appends(x, seen=[]):  # expect: mutable-default
    seen.append(x)


def keyword_only(x, *, counts={}):  # expect: mutable-default
    counts[x] = counts.get(x, 0) + 1


def typed(
    x,
    seen: set = set(),  # expect: mutable-default
):
    return seen


class Optimizer:
    # expect: mutable-default
    def __init__(self, groups=[], options=defaultdict(list)):
        self.groups = groups
        print(options)

    # silent: only read
    def only_reads(self, keys=["a", "b"], table={}):
        return [table[key] for key in keys]


def copies(x, seen=[]):  # silent: changes a copy
    seen = list(seen)
    seen.append(x)
    return seen


def inner_name(x, seen=[]):  # silent: the name of another function
    def inner(seen):
        seen.append(x)

    return inner


def immutable(x, seen=(), name="a"):  # silent: cannot be changed
    return seen, name


def made_inside(x, seen=None):  # silent: a new list for each call
    seen = [] if seen is None else seen
    seen.append(x)
    return seen
