# --- shardkit/modes.py
"""Modes of a run."""


def check_mode(mode: str) -> str:
    """Returns the mode, or raises for one that is unknown."""
#if defect
    if mode != "train" or mode != "eval":  # expect: always-true-condition
#else
    if mode != "train" and mode != "eval":
#endif
        raise ValueError(f"unknown mode {mode!r}")
    return mode
# --- tests/test_modes.py
from shardkit.modes import check_mode


def test_accepts_eval():
#if defect
    assert check_mode("eval") == "eval"  # expect: call-fails-inside
#else
    assert check_mode("eval") == "eval"
#endif
