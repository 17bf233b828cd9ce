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

    drop_late_tokens: bool = False  # expect: untested-setting
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
# --- tests/unit_tests/moe/test_dispatch.py unchanged
from megalith.moe.config import MoEConfig
from megalith.moe.dispatch import dispatch


def test_dispatch():
    assert dispatch(MoEConfig(num_experts=2), [1, 2, 3]) == [1, 3]
