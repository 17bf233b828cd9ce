# === names of another module
# --- pkg/__init__.py unchanged
from pkg import ops
# --- pkg/ops.py unchanged
def double(x):
    return 2 * x


try:
    from fast import triple
except ImportError:
    triple = None
# --- pkg/open.py unchanged
from lib import *
# --- pkg/again.py unchanged
from pkg.ops import *
# --- pkg/made.py unchanged
def __getattr__(name):
    return name
# --- pkg/use.py
from typing import TYPE_CHECKING

from pkg.ops import double
from pkg.ops import scale  # expect: import-of-missing-name
from pkg.again import triple, scale as again  # expect: import-of-missing-name
from pkg.ops import triple  # silent: bound in a try statement
from pkg import ops  # silent: a module
from pkg.open import anything  # silent: a star import may bring it
from pkg.made import anything_else  # silent: the module makes names

try:
    from pkg.ops import optional  # silent: caught
except ImportError:
    optional = None

if TYPE_CHECKING:
    from pkg.ops import Shape  # silent: never imported


def late():
    from pkg.ops import halve  # expect: import-of-missing-name

    return halve
# === a package
# --- pkg/__init__.py unchanged
# --- pkg/parts/__init__.py unchanged
from .a import first
# --- pkg/parts/a.py unchanged
first = 1
# --- pkg/use.py
from pkg.parts import first  # silent: passed on
from pkg.parts import a  # silent: a module of the package
from pkg.parts import Second  # expect: import-of-missing-name
from pkg.parts import compiled  # silent: may be a module that is not written in Python
# === modules that others fill
# --- pkg/__init__.py unchanged
# --- pkg/ops.py unchanged
def double(x):
    return 2 * x
# --- pkg/fill.py unchanged
import sys


def register(function, name):
    setattr(sys.modules[function.__module__], name, function)
# --- pkg/use.py
from pkg.ops import Anything  # silent: somebody may have put it there
# === moved
# --- pkg/__init__.py unchanged
# --- pkg/state.py unchanged
GROUP = None
# --- pkg/utils.py unchanged
def round_up(x, n):
    return x
# --- pkg/rounding.py
from pkg.state import round_up  # expect: import-of-missing-name


def pad(x):
    return round_up(x, 8)
