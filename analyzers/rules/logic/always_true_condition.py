import enum

import torch


class Mode(enum.Enum):
    TRAIN = 1
    EVAL = 2


def check(mode, dtype, config, layout):
    if mode != "train" or mode != "eval":  # expect: always-true-condition
        raise ValueError(mode)
    if dtype == torch.float16 and dtype == torch.bfloat16:  # expect: always-true-condition
        return 1
    if config.mode is not Mode.TRAIN or config.mode is not Mode.EVAL:  # expect: always-true-condition
        return 2
    if layout == "sbhd" or "bshd":  # expect: always-true-condition
        return 3
    if layout in ("thd"):  # expect: always-true-condition
        return 4
    return 0


def fine(mode, dtype, shape, left, right, config, layout, name):
    if mode != "train" and mode != "eval":  # silent: neither
        return 1
    if shape != left or shape != right:  # silent: both may be one value
        return 2
    if mode != "train" or config.mode != "eval":  # silent: two subjects
        return 3
    if dtype == torch.float16 or dtype == torch.bfloat16:  # silent: one of them
        return 4
    if layout in ("thd",):  # silent: a tuple
        return 5
    label = name or "default"  # silent: a default
    if left == 0 or right:  # silent: a condition
        return 6
    if layout in ("t"):  # silent: one letter, nothing to confuse
        return 7
    if mode != "a" or mode != "b":  # noqa: PLR1714  # silent: on purpose, says the comment
        return 8
    return label
