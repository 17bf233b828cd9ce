# --- graphs/config.py before
"""Settings of captured graphs."""

from dataclasses import dataclass


@dataclass
class GraphConfig:
    """How graphs are captured."""

    use_single_pool: bool = False
    """All graphs share their memory."""
    warm_up_steps: int = 3
    """Steps before the capture."""
# --- graphs/config.py after
"""Settings of captured graphs."""

from dataclasses import dataclass


@dataclass
class GraphConfig:
    """How graphs are captured."""

#if defect
    use_single_pool: bool = True  # expect: changed-default
#else
    use_single_pool: bool = False
#endif
    """All graphs share their memory."""
    warm_up_steps: int = 3
    """Steps before the capture."""
# --- graphs/capture.py unchanged
from graphs.config import GraphConfig


def pools_of(config: GraphConfig, count):
    if config.warm_up_steps < 1:
        raise ValueError("at least one step must warm up")
    return 1 if config.use_single_pool else count


def default_pools(count):
    return pools_of(GraphConfig(), count)
# --- tests/test_capture.py unchanged
from graphs.capture import pools_of
from graphs.config import GraphConfig


def test_each_graph_has_a_pool():
    assert pools_of(GraphConfig(use_single_pool=False, warm_up_steps=1), 2) == 2
