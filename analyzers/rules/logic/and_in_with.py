from contextlib import nullcontext


def both(rng, precision, data):
    with rng.fork() and precision.low():  # expect: and-in-with
        data.run()


def named(rng, data):
    with rng.fork() and open("a") as stream:  # expect: and-in-with
        stream.read()


def three(a, b, c):
    with a() and b() and c():  # expect: and-in-with
        pass


def either_way(rng, precision, is_parallel, is_low):
    if is_parallel:
        forked = rng.fork()
    else:
        forked = nullcontext()
    low = precision.low() if is_low else nullcontext()
    with forked and low:  # expect: and-in-with
        rng.draw()


def fallback(rng):
    with rng or nullcontext():  # silent: one of them
        pass


def commas(a, b):
    with a(), b():  # silent: both are entered
        pass


def chosen(a, flag):
    with a() if flag else nullcontext():  # silent: one of them
        pass


def optional(lock, flag):
    with (flag and lock) or nullcontext():  # silent: a choice
        pass


def by_flag(flag, lock):
    with flag and lock():  # silent: `flag` may be no context manager
        pass


def at_times(lock, flag):
    held = None
    if flag:
        held = lock()
    with held and lock():  # silent: `held` may be None
        pass


def given(lock, held=None):
    if held is not None:
        held = lock()
    with held and lock():  # silent: the caller may leave it out
        pass


def tested(x, lock):
    with x > 1 and lock():  # silent: a test, whatever it is good for
        pass
