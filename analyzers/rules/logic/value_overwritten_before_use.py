import functools

import tiles
import torch


def reduce_bucket(bucket, comm, rank=None):
    # expect: value-overwritten-before-use
    rank = None
    if rank is None:
        comm.all_reduce(bucket)
    else:
        comm.reduce(bucket, rank)


class Scheduled:
    def __init__(self, params, lr=None, relative=True):
        # expect: value-overwritten-before-use
        lr = None
        if lr is not None and relative:
            raise ValueError("lr and relative exclude each other")
        self.params = params
        self.lr = lr


def bias_of(model, tokens, shares):
    if model.embedding is not None:
        if not shares:
            bias = (
                model.embedding(tokens.size(1))
            )
        else:
            bias = None
    bias = []  # expect: value-overwritten-before-use
    for prior in model.priors:
        bias.append(prior)
    return bias


def pick(generator, count):
    index = generator.integers(count)
    index = 0  # expect: value-overwritten-before-use
    return index


def workers(paths, run, count=None):
    found = [path for path in paths if path]
    # expect: value-overwritten-before-use
    count = None
    if count is not None and count > 1:
        return run(found, count)
    return run(found, 1)


def not_supported(states, cached=None):
    if states.training:
        states.warn()
    # silent: says that this path does not support it
    cached = None
    mask = states.mask()
    return mask if cached is None else cached


def explained(image, kind="tensor"):
    kind = "pil"  # silent: the comment says why
    if kind == "pil":
        return image.save()
    return image


def default_of_parameter(rank=None):
    rank = rank or 0  # silent: reads itself
    if rank is None:
        return 1
    return rank


def default_before_branches(fast, table):
    mode = table.get("mode")
    if fast:
        mode = None  # silent: the other path reads it
    return mode


def fallback(path, load):
    try:
        state = load(path)
        state = None if not state else state
    except OSError:
        state = None  # silent: the handler's own value
    return state


def in_a_loop(items, make):
    last = None  # silent: comes first
    for item in items:
        if last is not None:
            item.link(last)
        last = make(item)
    return last


def rounds(items, make):
    for item in items:
        found = None  # silent: each round reads what it found
        found = make(item) if item else found
        item.use(found)


def released(make, step):
    big = make(1 << 20)
    step(big)
    big = None  # silent: read before
    step(big)


def seen_from_inside(make):
    value = make(1)

    def show():
        return value

    value = None  # silent: an inner function reads it
    return show


@tiles.kernel
def kernel(dtype):
    low = tiles.variable(dtype)
    low = 1  # silent: what assignments do is up to the decorator
    return low


@functools.lru_cache
def reset(flag, table):
    flag = False  # silent: nothing is decided by it
    return table[flag]


class Scale(torch.autograd.Function):
    @staticmethod
    def backward(ctx, grad, event=None):
        event = None  # silent: autograd hands it over
        if event is None:
            return grad
        return None


def both_arms(table, fast):
    size = table.size(0)
    if fast:
        size = 1  # silent: a default before the branches
    else:
        size = 2
    return size


def two_results(base, vision, depth):
    config = copy_of(base)
    config = make_config(vision)  # expect: value-overwritten-before-use
    config.depth = depth
    rate = config.rate * 2
    rate = rate + 1  # silent: made of the old one
    return config, rate


def warm_up(model, batch, timer):
    out = model(batch)
    timer.start()
    out = model(batch)  # silent: the same call again
    return out


def branches(model, batch, first):
    out = model(batch)
    if first:
        out = model.first(batch)  # silent: in one case only
    return out
