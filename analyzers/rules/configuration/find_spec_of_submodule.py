# --- pkg/a.py unchanged
import torch
# --- pkg/b.py unchanged
import torch.nn as nn
# --- pkg/c.py unchanged
from torch import Tensor
# --- pkg/optional.py
import importlib.util
from importlib.util import find_spec

import apex

HAVE_KERNELS = find_spec("vendor_kernels.cuda") is not None  # expect: find-spec-of-submodule
HAVE_APEX = find_spec("apex.contrib") is not None  # silent: imported above
HAVE_ETREE = find_spec("xml.etree") is not None  # silent: of Python itself
HAVE_A = find_spec("pkg.a") is not None  # silent: of the repository
HAVE_DTENSOR = find_spec("torch.distributed.tensor") is not None  # silent: others need torch
HAVE_FLASH = find_spec("flash_attn") is not None  # silent: no submodule


def has_cute():
    return importlib.util.find_spec("flash_attn.cute") is not None  # expect: find-spec-of-submodule


def choose():
    if not find_spec("triton_ops.fused"):  # expect: find-spec-of-submodule
        return "plain"
    return "fused"


def choose_later():
    spec = find_spec("triton_ops.fused")  # expect: find-spec-of-submodule
    return "plain" if spec is None else "fused"


def choose_wrongly():
    if find_spec("flash_attn") is not None:
        return "flash_2"
    if find_spec("flash_attn.cute") is not None:  # expect: find-spec-of-submodule
        return "flash_4"
    return "plain"


def choose_among_branches():
    if find_spec("flash_attn") is not None:
        return "flash_2"
    elif find_spec("flash_attn.cute") is not None:  # expect: find-spec-of-submodule
        return "flash_4"
    return "plain"


def either():
    return find_spec("flash_attn") is None or find_spec("flash_attn.cute") is None  # silent: or


def caught():
    try:
        return find_spec("flash_attn.cute") is not None  # silent: the error is caught
    except ModuleNotFoundError:
        return False


def asked_first():
    return find_spec("flash_attn") and find_spec("flash_attn.cute")  # silent: asked before


def left_before():
    if find_spec("flash_attn") is None:
        return False
    return find_spec("flash_attn.cute") is not None  # silent: it left without the package


def below_condition(is_flash_attn_available):
    if is_flash_attn_available():
        return find_spec("flash_attn.cute") is not None  # silent: the condition asks for it
    return False


def where():
    return find_spec("flash_attn.cute").origin  # silent: no question whether it is there
