# --- megalith/core/sampling.py before
"""Samples tokens."""


def clip(scores: list, top: int) -> list:
    """Returns the best scores."""
    return sorted(scores, reverse=True)[:top]
# --- megalith/core/sampling.py after
"""Samples tokens."""


def clip(scores: list, top: int) -> list:
    """Returns the best scores."""
    if top < 1:
#if defect
        # expect: misspelling
        raise ValueError(f"the number of scores neccessarily has to be positive, found {top}")
#else
        raise ValueError(f"the number of scores necessarily has to be positive, found {top}")
#endif
    return sorted(scores, reverse=True)[:top]
# --- tests/test_sampling.py before
from megalith.core.sampling import clip


def test_clips():
    assert clip([1, 3, 2], 2) == [3, 2]
# --- tests/test_sampling.py after
import pytest

from megalith.core.sampling import clip


def test_clips():
    assert clip([1, 3, 2], 2) == [3, 2]


def test_refuses_nothing():
    with pytest.raises(ValueError):
        clip([1], 0)
