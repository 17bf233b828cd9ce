# --- megalith/optimizer/clip.py before
"""Clipping of gradients."""


def clip_factor(norm: float, limit: float) -> float:
    """Returns what gradients are multiplied with."""
    return min(1.0, limit / norm)
# --- megalith/optimizer/clip.py after
"""Clipping of gradients."""


def clip_factor(norm: float, limit: float) -> float:
    """Returns what gradients are multiplied with."""
    return min(1.0, limit / (norm + 1.0e-6))
# --- tests/unit_tests/optimizer/test_clip.py before
from megalith.optimizer import clip
from megalith.optimizer.clip import clip_factor


#if defect
# expect: last-test-removed
#endif
def test_clip_factor():
    assert clip_factor(4.0, 1.0) == 0.25


def test_module():
    assert clip.__doc__
# --- tests/unit_tests/optimizer/test_clip.py after
from megalith.optimizer import clip
#if twin
from megalith.optimizer.clip import clip_factor


def test_clip_factor():
    assert abs(clip_factor(4.0, 1.0) - 0.25) < 1.0e-3
#endif


def test_module():
    assert clip.__doc__
