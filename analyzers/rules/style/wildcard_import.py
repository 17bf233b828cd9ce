# --- engine/core/run.py
from engine.core.ops import *  # expect: wildcard-import
from engine.core.masks import causal  # silent: names what it takes

try:
    from fused.ops import *  # silent: a probe
except ImportError:
    pass


def run(x):
    return scale(x)
# --- engine/core/again.py
from .ops import *  # expect: wildcard-import


def run(x):
    from engine.core.ops import scale
    return scale(x)
# --- engine/core/third.py
import os
from engine.core.ops import *  # expect: wildcard-import


class Runner:
    pass
# --- engine/core/waived.py
from engine.core.ops import *  # noqa: F403  # silent: waived


def run(x):
    return scale(x)
# --- engine/core/__init__.py
from engine.core.ops import *  # silent: a package passes names on
# --- engine/core/old_name.py
from engine.core.new_name import *  # silent: the file only passes names on
# --- tests/core/test_run.py
from engine.core.ops import *  # silent: a test


def test_run():
    assert scale(1)
