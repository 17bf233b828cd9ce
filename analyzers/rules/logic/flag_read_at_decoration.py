import functools
from typing import Callable

_enabled = False
_level = 0
_mode = "off"
HAVE_NVTX = True


def enable(level, mode):
    global _enabled, _level
    global _mode
    _enabled = True
    _level = level
    _mode = mode


def traced(func):
    if not _enabled:  # expect: flag-read-at-decoration
        return func
    return annotate(func)


def traced_as(message=None):
    def decorator(step: Callable) -> Callable:
        if _enabled and HAVE_NVTX:  # expect: flag-read-at-decoration
            return annotate(step, message)
        return step

    return decorator


def leveled(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        return log(fn(*args))

    chosen = wrapper if _level > 1 else None  # expect: flag-read-at-decoration
    if chosen is None:
        return fn
    return chosen


def at_each_call(func):
    def wrapper(*args):
        if _enabled:  # silent: tested with each call
            log(args)
        return func(*args)

    return wrapper


def both(func):
    if not _enabled:  # silent: the wrapper asks again
        log(func)

    def wrapper(*args):
        return func(*args) if _enabled else None

    if func is None:
        return func
    return wrapper


def by_constant(func):
    if not HAVE_NVTX:  # silent: nobody sets it later
        return func
    return annotate(func)


def cast(x):
    if _enabled:  # silent: no decorator
        return x.half()
    return x


def run(func):
    if _mode == "off":  # silent: it calls the function itself
        func()
    return func


def own(func, _mode=None):
    if _mode:  # silent: a parameter
        return annotate(func)
    return func
