# --- megalith/core/evict.py before
"""Evicts from caches."""
import logging

logger = logging.getLogger(__name__)


def evict(cache: dict, limit: int) -> int:
    """Shrinks a cache; returns how many entries went."""
    gone = list(cache)[limit:]
    for key in gone:
        del cache[key]
    return len(gone)
# --- megalith/core/evict.py after
"""Evicts from caches."""
import logging

logger = logging.getLogger(__name__)


def evict(cache: dict, limit: int) -> int:
    """Shrinks a cache; returns how many entries went."""
    gone = list(cache)[limit:]
    for key in gone:
        del cache[key]
#if defect
    logging.info("evicted %d", len(gone))  # expect: root-logger-call
#else
    logger.info("evicted %d", len(gone))
#endif
    return len(gone)
# --- tests/test_evict.py before
from megalith.core.evict import evict


def test_keeps_the_limit():
    assert evict({1: 1, 2: 2}, 1) == 1
# --- tests/test_evict.py after
from megalith.core.evict import evict


def test_keeps_the_limit():
    assert evict({1: 1, 2: 2}, 1) == 1


def test_keeps_small_caches():
    assert evict({1: 1}, 1) == 0
