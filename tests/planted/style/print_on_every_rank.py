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
# --- megalith/core/warm.py before
"""Warms caches."""
import logging

logger = logging.getLogger(__name__)


def warm(cache: dict, keys: list) -> int:
    """Fills a cache; returns how many keys were new."""
    new = [key for key in keys if key not in cache]
    cache.update((key, None) for key in new)
    return len(new)
# --- megalith/core/warm.py after
"""Warms caches."""
import logging

logger = logging.getLogger(__name__)


def warm(cache: dict, keys: list) -> int:
    """Fills a cache; returns how many keys were new."""
    new = [key for key in keys if key not in cache]
    cache.update((key, None) for key in new)
#if defect
    print("new keys:", len(new))  # expect: print-in-library
#else
    logger.info("new keys: %d", len(new))
#endif
    return len(new)
# --- tests/test_warm.py before
from megalith.core.warm import warm


def test_counts_new_keys():
    assert warm({}, ["a", "b"]) == 2
# --- tests/test_warm.py after
from megalith.core.warm import warm


def test_counts_new_keys():
    assert warm({}, ["a", "b"]) == 2


def test_knows_old_keys():
    assert warm({"a": 1}, ["a", "b"]) == 1
