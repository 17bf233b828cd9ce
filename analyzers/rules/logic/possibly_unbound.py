import sys

import torch


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
