# --- pkg/ops.py before
import math

# expect: import-of-removed-name
LIMIT = 3


def moved(x):  # expect: import-of-removed-name
    return x


def guarded(x):
    return x


def used_by_nobody(x):
    return x


def kept(x):
    return x


class Called:  # expect: import-of-removed-name
    pass
# --- pkg/ops.py after
import math


def kept(x):
    return x
# --- pkg/new_home.py
def moved(x):
    return x
# --- pkg/open.py before
def dynamic():
    return 1
# --- pkg/open.py after
def __getattr__(name):
    return 1
# --- pkg/gone.py before
def lost():  # expect: import-of-removed-name
    return 1


def replaced():
    return 1
# --- pkg/use.py unchanged
from . import ops
from .gone import lost
from .open import dynamic
from .ops import LIMIT, kept
from .ops import moved as old

try:
    from .ops import guarded
except ImportError:
    guarded = None


def f():
    return ops.Called(), ops.kept(old), LIMIT, dynamic, lost
# --- other/use.py unchanged
from other.ops import LIMIT
