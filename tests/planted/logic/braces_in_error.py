# --- shardkit/ranks.py
"""Checks of ranks."""


def check_rank(rank: int, world_size: int) -> int:
    """Returns the rank, or raises for one that does not exist."""
    if not 0 <= rank < world_size:
#if defect
        raise ValueError("rank {rank} is not in a world of {world_size}")  # expect: missing-f-prefix
#else
        raise ValueError(f"rank {rank} is not in a world of {world_size}")
#endif
    return rank
# --- tests/test_ranks.py
from shardkit.ranks import check_rank


def test_accepts_the_last_rank():
    assert check_rank(3, 4) == 3
