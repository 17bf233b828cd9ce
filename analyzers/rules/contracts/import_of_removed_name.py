# --- pkg/ops.py before
import math

# expect: import-of-removed-name
LIMIT = 3


def moved(x):  # expect: import-of-removed-name
    return x


def guarded(x):  # silent: its importer is ready for its absence
    return x


def used_by_nobody(x):  # silent: nobody imports it
    return x


def kept(x):  # silent: still there
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
def dynamic():  # silent: the module now makes its names
    return 1
# --- pkg/open.py after
def __getattr__(name):
    return 1
# --- pkg/gone.py before
def lost():  # expect: import-of-removed-name
    return 1


def replaced():  # silent: nobody imports it from the deleted file
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
# --- pkg/whole.py before
def part():  # silent: whoever imports it has it in a folder of its own
    return 1
# --- legacy/pkg/whole.py unchanged
def part():
    return 1
# --- legacy/pkg/use.py unchanged
from pkg.whole import part
