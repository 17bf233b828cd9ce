import math

import numpy as np
import torch


def check(loss, grads):
    if loss == float("nan"):  # expect: compare-to-nan
        return False
    if loss != torch.nan:  # expect: compare-to-nan
        pass
    # expect: compare-to-nan
    bad = [g for g in grads if np.nan == g]
    worse = (loss == (math.nan))  # expect: compare-to-nan
    return bad, worse


def right_ways(loss):
    if torch.isnan(loss) or math.isnan(loss):  # silent: asks the right way
        return False
    if loss == float("inf"):  # silent: infinity is a value like any other
        return False
    return loss != loss  # silent: the classic test for NaN


def other_meanings(loss, text):
    is_marker = loss is np.nan  # silent: identity with the constant, not a comparison
    return is_marker or text == "nan"  # silent: a string


def shadowed(float, loss):
    return loss == float("nan")  # silent: not the builtin
