from typing import Optional, Union

import torch
from torch import Tensor


def condition(x, mask: Optional[Tensor] = None):
    if mask:  # expect: truth-of-optional-tensor
        x = x * mask
    return x


def negated(x, bias: "torch.Tensor | None" = None):
    return x if not bias else x + bias  # expect: truth-of-optional-tensor


def combined(x, cos: Optional[torch.Tensor], flag: bool):
    if flag and cos:  # expect: truth-of-optional-tensor
        return x * cos
    return x


def by_identity(x, mask: Optional[Tensor] = None):
    if mask is not None:  # silent: asks for None
        x = x * mask
    return x


def other_type(x, mask: Optional[bool] = None):
    if mask:  # silent: a flag
        return x
    return None


def either(x, mask: Union[Tensor, bool, None] = None):
    if mask:  # silent: it may be a flag
        return x
    return None


def bound_anew(x, mask: Optional[Tensor] = None):
    mask = mask is not None
    if mask:  # silent: a flag by now
        return x
    return None


def handed_on(x, mask: Optional[Tensor] = None):
    return x(mask)  # silent: nobody asks for its truth


def chosen(x, mask: Optional[Tensor], other: Tensor):
    return other if x.flag else mask  # silent: a value
