# --- shardkit/groups.py
"""Parameter groups of an optimizer."""


def drop_frozen(groups: list) -> list:
    """Removes the groups that have nothing to train."""
#if defect
    for group in groups:
#else
    for group in list(groups):
#endif
        if not any(param.requires_grad for param in group["params"]):
#if defect
            groups.remove(group)  # expect: container-changed-while-iterating
#else
            groups.remove(group)
#endif
    return groups
# --- tests/test_groups.py
from shardkit.groups import drop_frozen


def test_keeps_groups_without_frozen_parameters():
    assert drop_frozen([]) == []
