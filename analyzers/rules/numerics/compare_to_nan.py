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
    if torch.isnan(loss) or math.isnan(loss):
        return False
    # Infinity is a value like any other.
    if loss == float("inf") or loss is np.nan:
        return False
    return bad, worse, loss == "nan"


def shadowed(float, loss):
    return loss == float("nan")
