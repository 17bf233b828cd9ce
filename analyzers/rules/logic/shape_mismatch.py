# --- pkg/shapes.py
import torch


def product():
    x = torch.zeros(4, 8)
    weight = torch.zeros(4, 8)
    return x @ weight  # expect: shape-mismatch


def view():
    x = torch.zeros(4, 4)
    return x.view(4, 5)  # expect: shape-mismatch


def broadcast():
    x = torch.zeros(4, 8)
    y = torch.zeros(3, 8)
    return x + y  # expect: shape-mismatch


def joined():
    x = torch.zeros(4, 8)
    y = torch.zeros(4, 6)
    return torch.cat([x, y], dim=0)  # expect: shape-mismatch


def joined_along_the_other():
    x = torch.zeros(4, 8)
    y = torch.zeros(4, 6)
    return torch.cat([x, y], dim=1)  # silent: other sizes are equal


def broadcast_one():
    x = torch.zeros(4, 8)
    y = torch.zeros(1, 8)
    return x + y  # silent: size 1 fits


def of_parameters(x, y):
    return x @ y  # silent: nobody knows


def names(n, m):
    x = torch.zeros(4, n)
    y = torch.zeros(m, 4)
    return x @ y  # silent: n and m may be equal


def view_of_rest():
    x = torch.zeros(4, 4)
    return x.view(2, -1)  # silent: the rest


def caught():
    x = torch.zeros(4, 4)
    try:
        return x.view(4, 5)  # silent: caught
    except RuntimeError:
        return x
