# --- megalith/moe/capacity.py
"""Capacity of experts."""

from typing import Dict, List


# expect: untested-code-path
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
# --- tests/unit_tests/moe/test_order.py unchanged
def test_order():
    assert sorted([2, 1]) == [1, 2]
