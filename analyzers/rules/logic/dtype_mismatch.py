# --- pkg/dtypes.py
import torch
import torch.nn.functional as F


def product():
    x = torch.zeros(4, 8)
    weight = torch.arange(8)
    return x @ weight  # expect: dtype-mismatch


def loss(target):
    logits = torch.zeros(4, 8, dtype=torch.long)
    return F.cross_entropy(logits, target)  # expect: dtype-mismatch


def lookup():
    table = torch.zeros(16, 4)
    index = torch.zeros(3)
    return F.embedding(index, table)  # expect: dtype-mismatch


def converted():
    x = torch.zeros(4, 8)
    weight = torch.arange(8)
    return x @ weight.float()  # silent: converted


def promoted():
    x = torch.zeros(4, dtype=torch.float16)
    y = torch.zeros(4, dtype=torch.float32)
    return x + y  # silent: promoted


def of_parameters(x, y):
    return x @ y  # silent: nobody knows


def lookup_by_integers():
    table = torch.zeros(16, 4)
    index = torch.zeros(3, dtype=torch.long)
    return F.embedding(index, table)  # silent: integers


def under_autocast():
    x = torch.zeros(4, 8, dtype=torch.float16)
    weight = torch.zeros(8, 4, dtype=torch.float32)
    return x @ weight  # silent: autocast converts floating-point operands
