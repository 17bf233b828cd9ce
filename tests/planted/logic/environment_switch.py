# --- shardkit/switches.py
"""Switches that the environment sets."""

import os


def use_fused_kernels() -> bool:
    """Whether fused kernels are wanted."""
#if defect
    return bool(os.getenv("SHARDKIT_FUSED", "0"))  # expect: environment-variable-as-bool
#else
    return os.getenv("SHARDKIT_FUSED", "0") == "1"
#endif
# --- tests/test_switches.py
from shardkit.switches import use_fused_kernels


def test_is_off_by_default(monkeypatch):
    monkeypatch.delenv("SHARDKIT_FUSED", raising=False)
    assert not use_fused_kernels()
