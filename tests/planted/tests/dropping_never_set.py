# --- megalith/moe/config.py before
"""Configuration of experts."""

from dataclasses import dataclass


@dataclass
class MoEConfig:
    """Configuration of a layer of experts."""

    num_experts: int = 8
    """Number of experts."""
# --- megalith/moe/config.py after
"""Configuration of experts."""

from dataclasses import dataclass


@dataclass
class MoEConfig:
    """Configuration of a layer of experts."""

    num_experts: int = 8
    """Number of experts."""

#if defect
    drop_late_tokens: bool = False  # expect: untested-setting
#else
    drop_late_tokens: bool = False
#endif
    """Drop tokens that arrive when an expert is full."""
# --- megalith/moe/dispatch.py before
"""Dispatch of tokens."""


def dispatch(config, tokens):
    """Returns the tokens of the first expert."""
    return tokens[:: config.num_experts]
# --- megalith/moe/dispatch.py after
"""Dispatch of tokens."""


def dispatch(config, tokens):
    """Returns the tokens of the first expert."""
    if config.drop_late_tokens:
        tokens = tokens[: config.num_experts]
    return tokens[:: config.num_experts]
#if defect
# --- tests/unit_tests/moe/test_dispatch.py unchanged
#else
# --- tests/unit_tests/moe/test_dispatch.py before
#endif
from megalith.moe.config import MoEConfig
from megalith.moe.dispatch import dispatch


def test_dispatch():
    assert dispatch(MoEConfig(num_experts=2), [1, 2, 3]) == [1, 3]
#if twin
# --- tests/unit_tests/moe/test_dispatch.py after
from megalith.moe.config import MoEConfig
from megalith.moe.dispatch import dispatch


def test_dispatch():
    assert dispatch(MoEConfig(num_experts=2), [1, 2, 3]) == [1, 3]


def test_drops_late_tokens():
    config = MoEConfig(num_experts=2, drop_late_tokens=True)
    assert dispatch(config, [1, 2, 3]) == [1]
#endif
