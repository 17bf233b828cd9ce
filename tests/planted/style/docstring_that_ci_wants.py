# --- .pylintrc unchanged
[MAIN]
disable=all
enable=C0116,W0141,W0401
# --- .pre-commit-config.yaml unchanged
repos:
- repo: https://example.org/pylint
  hooks:
  - id: pylint
    files: ^megalith/core/.*
# --- megalith/core/buckets.py before
"""Buckets of gradients."""
# --- megalith/core/buckets.py after
"""Buckets of gradients."""


#if defect
def bucket_of(sizes: list, index: int, capacity: int) -> int:  # expect: missing-docstring
#else
def bucket_of(sizes: list, index: int, capacity: int) -> int:
    """Returns the bucket that holds most of a gradient."""
#endif
    total = 0
    for size in sizes[:index]:
        total += size
    total += sizes[index] // 2
    return total // capacity
# --- tests/test_buckets.py
from megalith.core.buckets import bucket_of


def test_counts_from_the_first():
    assert bucket_of([4, 4, 4], 2, 8) == 1
