# --- shardkit/groups.py
"""Parameter groups of an optimizer."""


def drop_frozen(groups: list) -> list:
    """Removes the groups that have nothing to train."""
    for group in groups:
        if not any(param.requires_grad for param in group["params"]):
            groups.remove(group)  # expect: container-changed-while-iterating
    return groups
# --- tests/test_groups.py
from shardkit.groups import drop_frozen


def test_keeps_groups_without_frozen_parameters():
    assert drop_frozen([]) == []
