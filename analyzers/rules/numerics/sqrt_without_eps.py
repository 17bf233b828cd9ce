import torch


def distance(difference):
    return torch.sqrt((difference**2).sum(-1))  # expect: sqrt-without-eps


def through_a_local(x, y):
    squares = (x - y).pow(2).sum(dim=-1)
    return squares.sqrt()  # expect: sqrt-without-eps


def spread(hidden):
    return hidden.var(-1) ** 0.5 + 1e-6  # expect: sqrt-without-eps


def with_epsilon(difference):
    return torch.sqrt((difference**2).sum(-1) + 1e-12)  # silent: never 0


def clamped(difference):
    return (difference * difference).sum(-1).clamp(min=1e-12).sqrt()  # silent: never 0


def right_function(difference):
    return torch.linalg.vector_norm(difference, dim=-1)  # silent: its gradient at 0 is 0


def without_gradient(hidden):
    with torch.no_grad():
        return torch.sqrt((hidden**2).mean())  # silent: no gradient passes


def grad_norm(grads):
    return torch.sqrt(sum((g**2).sum() for g in grads))  # silent: a norm of gradients


def total_grad_norm(grad):
    return (grad**2).sum().sqrt()  # silent: of gradients, not differentiated


def of_counts(n):
    return torch.sqrt(n)  # silent: no sum of squares


# --- pkg/datasets/audio.py
import torch


def normalise(signal):
    return signal / torch.sqrt((signal**2).mean())  # silent: preparation of data


# --- tests/test_distance.py
import torch


def test_distance(x):
    assert torch.sqrt((x**2).sum()) >= 0  # silent: a test
