import enum

import torch


class Mode(enum.Enum):
    TRAIN = 1
    EVAL = 2


SIZES = {
    "small": 768,
    "large": 1024,
    "large": 2048,  # expect: duplicate-dictionary-key
}
STEPS = {Mode.TRAIN: 10, Mode.EVAL: 1, Mode.TRAIN: 20}  # expect: duplicate-dictionary-key
BITS = {torch.int8: 8, torch.int8: 16, 1: "a", 1: "b"}  # expect: duplicate-dictionary-key, duplicate-dictionary-key
SAID_TWICE = {'bias': True, "bias": True}  # expect: duplicate-dictionary-key


def options(base, name, lr):
    fine = {"lr": lr, "LR": lr, b"lr": lr}  # silent: three keys
    override = {"lr": 1, **base, "lr": lr}  # silent: overrides what the other dictionary says
    computed = {name: 1, name + "_min": 2, name.lower(): 3, name.lower(): 4}  # silent: computed
    formatted = {f"{name}": 1, f"{lr}": 2}  # silent: placeholders
    nested = {"a": {"lr": 1}, "b": {"lr": 2}}  # silent: two dictionaries
    numbers = {1: "a", "1": "b", True: "c"}  # silent: different texts
    silenced = {"a": 1, "a": 2}  # noqa: F601  # silent: on purpose, says the comment
    return fine, override, computed, formatted, nested, numbers, silenced
