# --- tests/unit_tests/moe/test_router.py before
import pytest

from megalith.moe.router import route


def test_route():
    assert route([3, 1]) == 0
# --- tests/unit_tests/moe/test_router.py after
import pytest

from megalith.moe.router import route


#if defect
@pytest.mark.skip  # expect: test-disabled-without-reason
#else
@pytest.mark.skip(reason="hangs on the new driver, issue 12")
#endif
def test_route():
    assert route([3, 1]) == 0
# --- megalith/moe/router.py unchanged
"""Routing of tokens."""


def route(scores):
    """Returns the index of the best expert."""
    return scores.index(max(scores))
