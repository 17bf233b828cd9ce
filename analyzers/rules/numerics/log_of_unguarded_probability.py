import torch


def entropy(probs):
    return -(probs * torch.log(probs)).sum(-1)  # expect: log-of-unguarded-probability


def divergence(teacher_probs, student_log_probs):
    # expect: log-of-unguarded-probability
    return (teacher_probs * (teacher_probs.log() - student_log_probs)).sum()


def routed(gate_weights, expert):
    return torch.log(gate_weights[expert].float())  # expect: log-of-unguarded-probability


def clamped(probs):
    return torch.log(probs.clamp_min(1e-20))  # silent: has a floor


def clamped_before(probs, tiny):
    probs = probs.clamp(min=tiny)
    return torch.log(probs)  # silent: has a floor


def with_epsilon(probs):
    return torch.log(probs + 1e-10)  # silent: never 0


def tested(prob):
    if prob <= 0:
        return None
    return torch.log(prob)  # silent: left before when it is 0


def positive(scores):
    weights = torch.exp(scores)
    return torch.log(weights)  # silent: an exp is not 0 unless it underflows


def normaliser(sum_exp_scores):
    return torch.log(sum_exp_scores)  # silent: a sum of exponentials


def other(lengths):
    return torch.log(lengths)  # silent: no probability by its name


# --- tests/test_entropy.py
import torch


def test_entropy(probs):
    assert torch.log(probs).sum() < 0  # silent: a test
