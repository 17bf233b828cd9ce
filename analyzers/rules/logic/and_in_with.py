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


def tested(x, lock):
    with x > 1 and lock():  # silent: a test, whatever it is good for
        pass
