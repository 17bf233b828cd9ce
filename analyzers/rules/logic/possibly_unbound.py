import sys

import torch

try:
    import fused

    from kernels import norm

    HAVE_FUSED = True
except ImportError:
    import warnings

    import fallback
    from plain import norm

    HAVE_FUSED = False
    warnings.warn("fused kernels are missing")

try:
    import yaml
except ImportError:
    yaml = None
    import json


def load(path, logger):
    try:
        state = torch.load(path, weights_only=True)
    except FileNotFoundError:
        logger.warning("no checkpoint")
    return state["model"]  # expect: possibly-unbound


def scaled(x, use_scale, scale):
    if use_scale:
        factor = scale.item()
    return x * factor  # expect: possibly-unbound


def with_else(x, group, logger):
    if group is not None:
        size = group.size()
    else:
        logger.info("no group")
    for part in x:
        part.mul_(size)  # expect: possibly-unbound


def after_handler(step, logger):
    try:
        step()
    except ValueError as error:
        logger.error(error)
    logger.info(error)  # expect: possibly-unbound


def chain(mode, x):
    if mode == "sum":
        out = x.sum()
    elif mode == "mean":
        out = x.mean()
    return out  # expect: possibly-unbound


def returns(path, logger):
    try:
        state = torch.load(path, weights_only=True)
    except FileNotFoundError:
        logger.warning("no checkpoint")
        return None
    return state  # silent: the handler leaves


def gives_up(path, parser):
    try:
        state = torch.load(path, weights_only=True)
    except FileNotFoundError:
        parser.error("no checkpoint")
    except OSError:
        sys.exit(1)
    return state  # silent: the handlers do not come back


def stop(logger):
    logger.error("cannot go on")
    raise SystemExit(1)


def stops(path, logger):
    try:
        state = torch.load(path, weights_only=True)
    except FileNotFoundError:
        stop(logger)
    return state  # silent: stop() does not come back


def raises_on_purpose(group):
    try:
        seen = []
        group.run(seen)
        raise RuntimeError("stop here")
    except RuntimeError:
        pass
    return seen  # silent: bound before anything can fail


def both(x, use_scale):
    if use_scale:
        factor = 2
    elif x is None:
        raise ValueError
    else:
        factor = 1
    return factor  # silent: every way has a value


def repeated(x, use_scale):
    if use_scale:
        factor = 2
    if use_scale:
        x = x * factor  # silent: the same condition
    return x * factor if use_scale else x  # silent: the same condition


def checked(x, mode):
    assert mode in ("sum", "mean")
    if mode == "sum":
        out = x.sum()
    elif mode == "mean":
        out = x.mean()
    return out  # silent: the assertion leaves no other case


def checked_behind(x, use_scale):
    if use_scale:
        factor = 2
    if not use_scale:
        return x
    return x * factor  # silent: left when it has no value


def loops(rows):
    for row in rows:
        last = row
    while True:
        try:
            value = last.read()  # silent: the loop ran, they say
            break
        except OSError:
            continue
    return value  # silent: left with a value only


def carried(rows):
    for index, row in enumerate(rows):
        if index == 0:
            first = row
        row.add(first)  # silent: of the first round


def always(path):
    with open(path) as file:
        text = file.read()
    return text  # silent: with runs its block


def declared(counter):
    def add():
        nonlocal counter
        if counter:
            counter = counter + 1
        return counter  # silent: of the outer function

    return add


def silenced(x, use_scale):
    if use_scale:
        factor = 2
    return x * factor  # pylint: disable=possibly-used-before-assignment  # silent: says the comment


def warns(x):
    if HAVE_FUSED:
        warnings.warn("no such norm")  # expect: possibly-unbound
    return norm(x)  # silent: either way


def falls_back(x):
    if HAVE_FUSED:
        return fused.norm(x)
    return fallback.norm(x)  # silent: left where the import worked


def chooses(x):
    scale = 1 if HAVE_FUSED else fallback.scale(x)  # silent: asked
    if not HAVE_FUSED:
        warnings.warn("slow")  # silent: the handler ran
    if yaml is None:
        return json.dumps(x)  # silent: asked for what the try imports
    return scale


def dumps(x):
    return json.dumps(x)  # expect: possibly-unbound


def deeper(lengths, limit, overlap, step):
    if overlap:
        if lengths < limit:  # expect: possibly-unbound
            padded = limit
    else:
        padded = lengths // step * step
    return padded - lengths


def deeper_left(lengths, limit, overlap, step):
    if overlap:
        if lengths < limit:  # silent: left otherwise
            padded = limit
        else:
            return 0
    else:
        padded = step
    return padded


def deeper_explained(lengths, limit, overlap, step):
    if overlap:
        assert lengths < limit
        if lengths < limit:  # silent: the assertion leaves no other case
            padded = limit
    else:
        padded = step
    return padded


def deeper_given(name, folder, load):
    if name is None:
        if folder is not None:  # silent: who calls it gives one of them
            data = load(folder)
    else:
        data = load(name)
    return data


@maybe(HAVE_FUSED)
def decorated():
    warnings.warn("slow")  # silent: the decorator asks


def slow_norm(x):
    return fallback.norm(x)  # silent: those who call it ask


def calls(x):
    return fused.norm(x) if HAVE_FUSED else slow_norm(x)
# --- benchmarks/run.py
def measure(mode, step):
    if mode == "forward":
        time = step()
    elif mode == "backward":
        time = step() * 2
    return time  # silent: a program that is run with these modes
