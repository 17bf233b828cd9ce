# --- pkg/codec.py
from pkg.base import shared

__all__ = [
    "encode",
    "shared",  # silent: imported
    "decoder",  # expect: undefined-export
    "LIMIT",  # silent: assigned
    "__version__",  # silent: special
]
__all__ += ["frame", "packet"]  # expect: undefined-export

LIMIT = 3


def encode(x):
    return x


def decode(x):
    return x


def frame(x):
    return x
# --- pkg/base.py before
__all__ = ["shared", "gone", "never"]


def shared():
    return 1


def gone():
    return 2
# --- pkg/base.py after
# expect: undefined-export
__all__ = ["shared", "gone", "never"]


def shared():
    return 1
# --- pkg/open.py
from pkg.base import *

__all__ = ["shared", "anything"]  # silent: a star may bring it
# --- pkg/lazy.py
__all__ = ["late"]  # silent: __getattr__ makes it


def __getattr__(name):
    return name
# --- pkg/__init__.py
__all__ = ["codec", "layers", "base"]  # silent: modules below the package
# --- pkg/layers/linear.py unchanged
WIDTH = 1
