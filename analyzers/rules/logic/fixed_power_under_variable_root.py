import math


def total_norm(grads, norm_type=2.0):
    total = 0.0
    for grad in grads:
        total += grad.norm(2) ** 2  # expect: fixed-power-under-variable-root
    return total ** (1.0 / norm_type)


def with_infinity(grads, norm_type):
    if norm_type == math.inf:
        return max(grad.abs().max() for grad in grads)
    else:
        total = 0.0
        for grad in grads:
            total += grad.norm() ** 2.0  # expect: fixed-power-under-variable-root
        return total ** (1 / norm_type)


class Optimizer:
    def norm(self, grads, order=2):
        total = 0
        for grad in grads:
            total += grad.norm(2).item() ** 2  # expect: fixed-power-under-variable-root
        return total.item() ** (1.0 / order)


def right(grads, norm_type=2.0):
    total = 0.0
    for grad in grads:
        total += grad.norm(norm_type) ** norm_type  # silent: the same order
    return total ** (1.0 / norm_type)


def special(grads, norm_type=2.0):
    total = 0.0
    for grad in grads:
        if norm_type == 2.0:
            total += grad.norm(2) ** 2  # silent: only for that order
        else:
            total += grad.norm(norm_type) ** norm_type
    return total ** (1.0 / norm_type)


def squares(grads):
    total = 0.0
    for grad in grads:
        total += grad.norm() ** 2
    return total ** (1.0 / 2)  # silent: both are fixed


def mean_square(xs, root):
    variance = xs[0] ** 2  # silent: not added up
    return variance ** (1.0 / root)


def scaled(xs, count):
    total = 0.0
    for x in xs:
        total += x**2  # silent: no root
    return total * (1.0 / count)
