import torch


def balance(x, step, tol=1e-4):
    old = x
    for _ in range(100):
        x = step(x)
        error = (old - x).abs().mean()
        old = x
        if error > tol:  # expect: loop-ends-before-convergence
            break
    return x


def solve(x, step, eps):
    previous = x.clone()
    while True:
        x = step(x)
        change = torch.norm(x - previous)
        previous = x.clone()
        if change >= eps:  # expect: loop-ends-before-convergence
            break
    return x


def fixed_point(f, x):
    last = x
    for _ in range(10):
        x = f(x)
        delta = abs(x - last)
        if delta > 1e-6:  # expect: loop-ends-before-convergence
            break
        last = x
    return x


def converges(x, step, tol):
    old = x
    for _ in range(100):
        x = step(x)
        error = (old - x).abs().mean()
        old = x
        if error < tol:  # silent: stops when it is small
            break
    return x


def diverges(x, target, step, limit):
    for _ in range(100):
        x = step(x)
        error = (x - target).abs().mean()
        if error > limit:  # silent: far from a target that stays
            break
    return x


def goes_on(x, step, tol):
    old = x
    for _ in range(100):
        x = step(x)
        error = (old - x).abs().mean()
        old = x
        if error > tol:  # silent: goes on
            continue
    return x


def long_enough(words, limit):
    size = 0
    for word in words:
        size = size + len(word)
        if size > limit:  # silent: no difference
            break
    return size


def outside(x, old, tol):
    error = abs(x - old)
    if error > tol:  # silent: no loop
        return x
    return old
