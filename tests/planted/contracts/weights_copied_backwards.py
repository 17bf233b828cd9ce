# --- resharding/copy.py unchanged
"""Weights from one model into another."""


def copy_weights(source_model, target_model, is_strict=True):
    """Copies into `target_model`."""
    for mine, theirs in zip(target_model.parameters(), source_model.parameters(), strict=is_strict):
        mine.copy_(theirs)
# --- resharding/plan.py before
from resharding.copy import copy_weights


def refresh(source_model, target_model):
    copy_weights(source_model, target_model)
# --- resharding/plan.py after
from resharding.copy import copy_weights


def refresh(source_model, target_model, is_dry=False):
    if not is_dry:
#if defect
        copy_weights(target_model, source_model)  # expect: swapped-arguments
#else
        copy_weights(source_model, target_model)
#endif
