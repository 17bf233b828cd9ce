import torch


def ratio(n, d):
    return torch.where(d > 0, n / d, 0.0)  # expect: where-division-nan-gradient


def normalise(x, norm):
    # expect: where-division-nan-gradient
    return torch.where(norm == 0, torch.zeros_like(x), x / norm)


def inside(x, energy, scale):
    # expect: where-division-nan-gradient
    return torch.where(energy.abs() > 1e-6, scale * (x / energy) + 1, x)


def double_where(n, d):
    safe = torch.where(d > 0, d, 1.0)
    return torch.where(d > 0, n / safe, 0.0)  # silent: divides by the safe value


def rebound(n, d):
    d = d.clamp(min=1e-6)
    return torch.where(d > 1e-5, n / d, 0.0)  # silent: never 0


def without_gradient(n, d):
    with torch.no_grad():
        return torch.where(d > 0, n / d, 0.0)  # silent: nothing goes backwards


def counts(total, num_tokens):
    return torch.where(num_tokens > 0, total / num_tokens, 0.0)  # silent: counts need no gradient


def other_condition(n, d, mask):
    return torch.where(mask, n / d, 0.0)  # silent: nothing says that d can be 0


def no_division(n, d):
    return torch.where(d > 0, n * d, 0.0)  # silent: a product is harmless


# --- tests/test_ratio.py
import torch


def test_ratio(n, d):
    assert torch.where(d > 0, n / d, 0.0).sum() > 0  # silent: a test
