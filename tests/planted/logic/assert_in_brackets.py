# --- shardkit/heads.py
"""Splits attention heads."""


def heads_per_rank(num_heads: int, world_size: int) -> int:
    """Returns how many heads a rank computes."""
#if defect
    assert (num_heads % world_size == 0, "heads must split over ranks")  # expect: assert-on-tuple
#else
    assert num_heads % world_size == 0, "heads must split over ranks"
#endif
    return num_heads // world_size
# --- tests/test_heads.py
from shardkit.heads import heads_per_rank


def test_splits_heads():
    assert heads_per_rank(16, 4) == 4
