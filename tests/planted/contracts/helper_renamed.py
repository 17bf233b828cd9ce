# --- core/rounding.py before
"""Sizes that kernels like."""


#if defect
def pad_to_multiple(n, multiple):  # expect: import-of-removed-name
#else
def pad_to_multiple(n, multiple):
#endif
    return (n + multiple - 1) // multiple * multiple
# --- core/rounding.py after
"""Sizes that kernels like."""


def round_up(n, multiple):
    return (n + multiple - 1) // multiple * multiple
#if twin


pad_to_multiple = round_up
#endif
# --- core/tokens.py unchanged
from core.rounding import pad_to_multiple


def padded_length(tokens):
    return pad_to_multiple(len(tokens), 8)
