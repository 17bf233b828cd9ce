# --- shardkit/options.py
"""Options of a run."""

from dataclasses import dataclass


@dataclass
class RunOptions:
    """What a run needs to know."""

    steps: int = 10  # Steps to train.

#if defect
    def __post__init__(self) -> None:  # expect: misspelled-special-method
#else
    def __post_init__(self) -> None:
#endif
        if self.steps <= 0:
            raise ValueError("steps must be positive")
# --- tests/test_options.py
from shardkit.options import RunOptions


def test_has_steps():
    assert RunOptions(steps=3).steps == 3
