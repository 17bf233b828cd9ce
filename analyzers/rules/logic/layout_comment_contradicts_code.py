import torch
from torch import Tensor


def heads_first(q: Tensor):
    b, s, h, d = q.shape
    # expect: layout-comment-contradicts-code
    q = q.transpose(1, 2)  # [b, s, h, d]
    return q


def sequence_first(x: Tensor):
    B, T, C = x.size()
    # expect: layout-comment-contradicts-code
    y = x.permute(1, 0, 2).contiguous()  # (B, T, C)
    return y


def both_ways(x: Tensor):
    b, h, s, d = x.shape
    y = x.transpose(1, 2)  # [b, h, s, d] -> [b, s, h, d]
    # expect: layout-comment-contradicts-code
    z = y.transpose(-1, -2)  # [b, s, h, d] -> [b, h, d, s]
    return z


def right(q: Tensor):
    b, s, h, d = q.shape
    q = q.transpose(1, 2)  # [b, h, s, d]; silent: it is so
    k = q.transpose(1, 2)  # [b, s, h, d]
    return q, k  # silent: so is the one above


def other_names(q: Tensor):
    b, s, h, d = q.shape
    q = q.transpose(1, 2)  # [batch, seq, heads, dim]
    return q  # silent: other names, which may mean others


def unknown(q):
    q = q.transpose(1, 2)  # [b, s, h, d]
    return q  # silent: nobody knows what it was before


def folded(q: Tensor):
    b, s, h, d = q.shape
    q = q.reshape(b, s, h * d)  # [b, s, h]
    return q  # silent: not the same dimensions


def square(q: Tensor):
    b, s, d = q.shape
    scores = torch.zeros(b, s, s)  # [s, b, s]
    return scores  # silent: a name stands twice
