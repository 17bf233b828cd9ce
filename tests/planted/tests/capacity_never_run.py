# --- megalith/moe/capacity.py
"""Capacity of experts."""

from typing import Dict, List


#if defect
# expect: untested-code-path
#endif
def assign(scores: Dict[str, float], capacity: int) -> List[str]:
    """Returns the tokens that fit, best first.

    Args:
        scores: Score of each token.
        capacity: How many fit.

    Returns:
        Names of tokens.
    """
    ordered = sorted(scores, key=scores.__getitem__, reverse=True)
    kept = []
    for token in ordered:
        if len(kept) == capacity:
            break
        if scores[token] <= 0.0:
            continue
        kept.append(token)
    if not kept and ordered:
        kept.append(ordered[0])
    return kept
#if twin
# --- tests/unit_tests/moe/test_capacity.py
from megalith.moe.capacity import assign


def test_keeps_the_best():
    assert assign({"a": 0.1, "b": 0.9}, 1) == ["b"]
#endif
# --- tests/unit_tests/moe/test_order.py unchanged
def test_order():
    assert sorted([2, 1]) == [1, 2]
