# --- pkg/layers.py
import spmd_types as spmd
import torch
from spmd_types import I, P, R, S, V, assert_type


def activation_of_a_sum(x):
    assert_type(x, {"tp": P})
    return torch.relu(x)  # expect: placement-mismatch


def bias_before_the_sum(x, bias):
    assert_type(x, {"tp": P})
    assert_type(bias, {"tp": R})
    return x + bias  # expect: placement-mismatch


def sharded_otherwise(x):
    assert_type(x, {"tp": S(0)})
    return spmd.all_gather(x, "tp", src=S(1), dst=R)  # expect: placement-mismatch


def two_products_before_the_sum(x, w, v):
    assert_type(x, {"tp": S(1)})
    assert_type(w, {"tp": S(0)})
    assert_type(v, {"tp": S(1)})
    y = torch.mm(torch.mm(x, w), v)
    assert_type(y, {"tp": S(1)})  # expect: placement-mismatch
    return y


def summed_between_the_products(x, w, v):
    assert_type(x, {"tp": S(1)})
    assert_type(w, {"tp": S(0)})
    assert_type(v, {"tp": S(1)})
    y = torch.mm(spmd.all_reduce(torch.mm(x, w), "tp", src=P, dst=R), v)
    assert_type(y, {"tp": V})  # silent: the first product is summed
    return y


def activation_of_the_whole(x):
    assert_type(x, {"tp": P})
    x = spmd.all_reduce(x, "tp", src=P, dst=R)
    return torch.relu(x)  # silent: the sum is taken


def scaled_sum(x):
    assert_type(x, {"tp": P})
    return x * 2  # silent: a factor may come before the sum


def sum_of_sums(x, y):
    assert_type(x, {"tp": P})
    assert_type(y, {"tp": P})
    return x + y  # silent: both are summed later


def of_somebody(x, bias):
    assert_type(x, {"tp": P})
    return x + bias  # silent: nobody knows the type of the other one


def along_another_axis(x):
    assert_type(x, {"tp": I})
    assert_type(x, {"dp": V})  # silent: an axis of its own
    return x


def without_types(x, bias):
    return torch.relu(x) + bias  # silent: nothing is declared
