# --- megatron/__init__.py unchanged
# --- megatron/core/__init__.py unchanged
from . import parallel_state

mpu = parallel_state
# --- megatron/core/parallel_state.py unchanged
try:
    import einops
except ImportError:
    HAVE_EINOPS = False

_GROUP = None
if _GROUP is None:
    DEFAULT_TIMEOUT = 10


def get_tensor_model_parallel_group():
    global _CACHE
    _CACHE = _GROUP
    return _GROUP


def get_data_parallel_rank():
    return 0
# --- megatron/core/dynamic.py unchanged
def __getattr__(name):
    return name
# --- megatron/core/open.py unchanged
from os.path import *
# --- megatron/core/use.py
from typing import TYPE_CHECKING

import megatron.core.parallel_state as ps
from megatron.core import dynamic, open as opened, parallel_state
from megatron.core.parallel_state import get_data_parallel_rank, get_data_rank

if TYPE_CHECKING:
    from megatron.core.parallel_state import Group  # silent: for type checkers only

try:
    from megatron.core.parallel_state import get_window_group  # silent: ready for its absence
except ImportError:
    get_window_group = None


def groups():
    group = parallel_state.get_tensor_model_parallel_group()
    return group, parallel_state.get_tensor_parallel_groups()  # expect: undefined-module-attribute


def rank():
    return ps.get_data_paralel_rank()  # expect: undefined-module-attribute


def defined():
    # silent: bound in try, if and by global
    return parallel_state.HAVE_EINOPS, parallel_state.DEFAULT_TIMEOUT, parallel_state._CACHE


def tolerant():
    if hasattr(parallel_state, "get_window_rank"):
        return parallel_state.get_window_rank()  # silent: tested before
    return dynamic.anything  # silent: the module makes its names


def from_star():
    return opened.join("a", "b")  # silent: a star import may bring it


def shadowed(parallel_state):
    return parallel_state.get_other_group()  # silent: a parameter of that name


def patched(fake):
    parallel_state.get_fake_group = fake
    return parallel_state.get_fake_group()  # silent: assigned in this file


def after_an_import():
    import megatron.core.parallel_state as again

    return again.get_pipeline_size()  # expect: undefined-module-attribute


def special():
    return parallel_state.__name__, megatron_path()  # silent: every module has it


def megatron_path():
    import megatron.core

    return megatron.core.parallel_state  # silent: a module of the package
