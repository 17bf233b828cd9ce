# --- parallel/state.py unchanged
"""Process groups of this rank."""

_GROUPS = {}


def data_group():
    """Ranks that hold the same weights."""
    return _GROUPS["data"]


def pipeline_group():
    """Ranks that hold the other layers."""
    return _GROUPS["pipeline"]
# --- parallel/buffers.py before
from parallel import state


def group_of(name):
    if name == "data":
        return state.data_group()
    return None
# --- parallel/buffers.py after
from parallel import state


def group_of(name):
    if name == "data":
        return state.data_group()
    if name == "pipeline":
#if defect
        return state.pipeline_groups()  # expect: undefined-module-attribute
#else
        return state.pipeline_group()
#endif
    return None
