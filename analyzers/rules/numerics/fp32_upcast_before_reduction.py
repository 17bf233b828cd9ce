import torch
import torch.nn.functional as F


def route(logits):
    return torch.softmax(logits.float(), dim=-1)  # expect: fp32-upcast-before-reduction


def attend(attn_scores):
    # expect: fp32-upcast-before-reduction
    return F.softmax(attn_scores, dim=-1, dtype=torch.float32).type_as(attn_scores)


def token_loss(output_tensor, loss_mask):
    losses = output_tensor.float()
    return losses.sum(), loss_mask  # expect: fp32-upcast-before-reduction


def grad_norm(grads):
    return [torch.norm(grad.to(torch.float32)) for grad in grads]  # expect: fp32-upcast-before-reduction


def in_their_dtype(logits):
    return torch.softmax(logits, dim=-1)  # silent: no cast


def counting(loss_mask):
    return loss_mask.float().sum()  # silent: a mask is no activation


def accuracy(predictions, labels):
    return (predictions == labels).float().mean()  # silent: a comparison


def cast_after(logits):
    return torch.softmax(logits, dim=-1).float()  # silent: too late


def to_half(hidden):
    return hidden.to(torch.bfloat16).sum(-1)  # silent: the other way


def rebound(logits, table):
    scores = logits.float()
    scores = table[logits]
    return scores.sum()  # silent: another value by now


# --- pkg/moved.py before
import torch


def route(logits):
    return torch.softmax(logits.float(), dim=-1)


# --- pkg/moved.py after
import torch


def route(logits, dim=-1):
    return torch.softmax(logits.float(), dim=dim)  # silent: was there before


# --- tests/test_route.py
def test_route(logits):
    assert logits.float().softmax(-1).sum() > 0  # silent: a test
