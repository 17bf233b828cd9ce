import torch

MASK_VALUE = -10000.0


def mask(attention_scores, padding):
    return attention_scores.masked_fill(padding, -10000.0)  # expect: magic-mask-constant


def in_place(scores, padding):
    scores.masked_fill_(padding.unsqueeze(1), -1e4)  # expect: magic-mask-constant
    return scores.softmax(-1)


def by_constant(logits, padding):
    return torch.masked_fill(logits, padding, MASK_VALUE)  # expect: magic-mask-constant


def too_low(x: torch.Tensor, padding):
    halves = x.half()
    return halves.masked_fill(padding, -1e9)  # expect: magic-mask-constant


def lowest(scores, padding):
    return scores.masked_fill(padding, torch.finfo(scores.dtype).min)  # silent: of the dtype


def infinite(scores, padding):
    return scores.masked_fill(padding, float("-inf"))  # silent: has a rule of its own


def low_enough(scores, padding):
    return scores.masked_fill(padding, -1e9)  # silent: fits into bf16 and fp32


def full_rows(scores, padding):
    scores = scores.masked_fill(padding, -1e4)  # silent: full rows are handled
    return scores.softmax(-1).masked_fill(padding.all(-1, keepdim=True), 0.0)


def labels(targets, padding):
    return targets.masked_fill(padding, -10000)  # silent: no scores


def ignored(scores, padding):
    return scores.masked_fill(padding, -100.0)  # silent: an ordinary number


# --- tests/test_mask.py
def test_mask(scores, padding):
    assert scores.masked_fill(padding, -10000.0).max() < 1  # silent: a test
