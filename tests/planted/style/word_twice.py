# --- megalith/core/rotate.py before
"""Rotates rows."""


def rotate(rows: list, by: int) -> list:
    """Returns the rows from another one on."""
    return rows[by:] + rows[:by]
# --- megalith/core/rotate.py after
"""Rotates rows."""


def rotate(rows: list, by: int) -> list:
    """Returns the rows from another one on."""
#if defect
    # expect: doubled-word
    # A shift beyond the end begins again at the the first row.
#else
    # A shift beyond the end begins again at the first row.
#endif
    by %= max(1, len(rows))
    return rows[by:] + rows[:by]
# --- tests/test_rotate.py before
from megalith.core.rotate import rotate


def test_rotates():
    assert rotate([1, 2, 3], 1) == [2, 3, 1]
# --- tests/test_rotate.py after
from megalith.core.rotate import rotate


def test_rotates():
    assert rotate([1, 2, 3], 1) == [2, 3, 1]


def test_begins_again():
    assert rotate([1, 2, 3], 4) == [2, 3, 1]
