# --- engine/core/plan.py before
import os


def plan():
    return 1
# --- engine/core/plan.py after
from __future__ import annotations  # silent: changes the language

import json  # expect: unused-import
import math
import os
import engine.core.state
from typing import List  # silent: in a quoted annotation
from engine.core import masks as masks  # silent: exported under its own name
from engine.core import plans, steps  # expect: unused-import
import engine.registry  # noqa: F401  # silent: for its effect, and said so

try:
    import fused  # silent: a probe

    HAVE_FUSED = True
except ImportError:
    HAVE_FUSED = False


def plan(rows: "List[int]") -> float:
    return math.sqrt(len(rows)) + steps.count + engine.core.state.size
# --- engine/core/public.py
import math  # silent: __all__ says what the file is for

__all__ = ["math"]
# --- engine/core/star.py
from engine.core.plan import *
import math  # silent: a star import hides what is used
# --- engine/core/area.py
import math as m  # expect: unused-import


def area(width, m2):
    return call(width, m=m2)
# --- engine/core/__init__.py
from engine.core.plan import plan  # silent: a package exports what it imports
