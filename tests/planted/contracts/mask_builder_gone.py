# title: Build masks in one place
# body: One function makes all masks.
# --- attention/masks.py before
"""Masks of attention."""


#if defect
def causal_mask(length):  # expect: public-symbol-removed
#else
def causal_mask(length):
#endif
    """Looks back."""
    return [[row >= column for column in range(length)] for row in range(length)]


def window_mask(length, window):
    """Looks back a little."""
    return [[0 <= row - column < window for column in range(length)] for row in range(length)]
# --- attention/masks.py after
"""Masks of attention."""


def window_mask(length, window):
    """Looks back a little."""
    return [[0 <= row - column < window for column in range(length)] for row in range(length)]
#if twin


def causal_mask(length):
    """Looks back, however far. Deprecated: window_mask does it."""
    return window_mask(length, length)
#endif
# --- attention/layer.py unchanged
from attention.masks import window_mask


def mask_of(length):
    return window_mask(length, length)
