# --- AGENTS.md unchanged
# Guide

- Errors: raise `ValueError` for invalid configuration.
# --- megalith/core/old_config.py unchanged
"""Checks of the old configuration."""


def validate_old(config):
    """Refuses what cannot be."""
    if config.a < 0:
        raise ValueError("a")
    if config.b < 0:
        raise ValueError("b")
    if config.c < 0:
        raise ValueError("c")
    if config.d < 0:
        raise ValueError("d")
    if config.e < 0:
        raise ValueError("e")
# --- megalith/core/config.py before
"""Configuration of experts."""
from dataclasses import dataclass


@dataclass
class ExpertConfig:
    """How many experts there are."""

    experts: int = 8

    def __post_init__(self) -> None:
        self.experts = int(self.experts)
# --- megalith/core/config.py after
"""Configuration of experts."""
from dataclasses import dataclass


@dataclass
class ExpertConfig:
    """How many experts there are."""

    experts: int = 8

    def __post_init__(self) -> None:
        self.experts = int(self.experts)
#if defect
        assert self.experts > 0, "there must be an expert"  # expect: assert-for-validation
#else
        if self.experts <= 0:
            raise ValueError("there must be an expert")
#endif
# --- tests/test_config.py
import pytest

from megalith.core.config import ExpertConfig


def test_refuses_no_experts():
    with pytest.raises(Exception):
        ExpertConfig(experts=0)
