import torch


def average(total, n_valid):
    safe = torch.clamp(n_valid, min=1)
    loss = total / safe
    logged = total.detach() / n_valid  # expect: inconsistent-zero-guard
    return loss, logged


def clamped_inline(total, tokens, extra):
    loss = total / tokens.clamp(min=1)
    extra_loss = extra / tokens  # expect: inconsistent-zero-guard
    return loss + extra_loss


def plain_numbers(hits, misses, lookups):
    rate = hits / max(lookups, 1)
    return rate, misses / lookups  # expect: inconsistent-zero-guard


def tested_once(total, count, squares):
    mean = total / count if count > 0 else total
    return mean, squares / count  # expect: inconsistent-zero-guard


def with_epsilon(x, norm, y):
    return x / (norm + 1e-6), y / norm  # expect: inconsistent-zero-guard


def everywhere(total, extra, n_valid):
    n = n_valid.clamp(min=1)
    return total / n, extra / n  # silent: the guarded value is used everywhere


def rebound(total, extra, n):
    n = n.clamp(min=1)
    return total / n, extra / n  # silent: the name itself was guarded


def rebound_with_epsilon(h):
    h = h + 1e-8
    return h / h.sum(), 1 / h  # silent: the name itself was guarded


def left_before(total, extra, n):
    first = total / max(n, 1)
    if n == 0:
        return first
    return first + extra / n  # silent: left before when it is 0


def other_value(total, extra, n, m):
    return total / n.clamp(min=1), extra / m  # silent: another value


def renewed(total, extra, sizes):
    n = sizes[0]
    first = total / max(n, 1)
    n = sizes[1]
    return first, extra / n  # silent: another value by then


def times(work, elapsed_time):
    rate = work / max(elapsed_time, 1e-9)
    return rate, work / elapsed_time  # silent: a time is never 0


def unit(n_bytes, units):
    for unit in units:
        if round(n_bytes / unit) >= 1:
            return n_bytes / unit  # silent: the condition divides, it asks nothing about 0


def upper_bound(x, n):
    return x / n.clamp(max=10), x / n  # silent: the clamp keeps it below, not above


def periodic(step, period):
    if step % period == 0:
        return 0
    return step / period  # silent: the condition fails for 0 itself
