import torch


def check(query, key, config, index, limit):
    if query.shape != query.shape:  # expect: self-comparison
        raise ValueError("shapes differ")
    if config.tp_size == config.tp_size:  # expect: self-comparison
        return 0
    if index > limit or index < 0 or index > limit:  # expect: self-comparison
        return 1
    if config.fused and config.fused:  # expect: self-comparison
        return 2
    if query is query:  # expect: self-comparison
        return 3
    if limit <= limit:  # expect: self-comparison
        return 4
    return 5


def fine(query, key, queue, loss, a, b, x):
    if loss != loss:  # silent: asks for NaN
        return 0
    mask = x == x  # silent: where it is not NaN
    if x[0] != x[0]:  # silent: NaN again
        return 1
    if queue.get() == queue.get():  # silent: two calls give two values
        return 2
    if query.shape == key.shape:  # silent: two tensors
        return 3
    if a and b or a and query:  # silent: two conditions that share an operand
        return 4
    if a.b is a.b:  # noqa: PLR0124  # silent: on purpose, says the comment
        return 5
    return torch.where(mask, x, 0)
