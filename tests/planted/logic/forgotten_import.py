# --- shardkit/layout.py before
"""How tensors are laid out over ranks."""

import math

import torch


def padded(size: int, parts: int) -> int:
    """Returns the size rounded up to a multiple of the parts."""
    return math.ceil(size / parts) * parts


def pad(x: torch.Tensor, parts: int) -> torch.Tensor:
    """Pads the last dimension so that it can be split."""
    missing = padded(x.size(-1), parts) - x.size(-1)
    return torch.nn.functional.pad(x, (0, missing))
# --- shardkit/layout.py after
"""How tensors are laid out over ranks."""

#if twin
import math

#endif
import torch


def padded(size: int, parts: int) -> int:
    """Returns the size rounded up to a multiple of the parts."""
#if defect
    return math.ceil(size / parts) * parts  # expect: undefined-name
#else
    return math.ceil(size / parts) * parts
#endif


def pad(x: torch.Tensor, parts: int, value: float = 0.0) -> torch.Tensor:
    """Pads the last dimension so that it can be split."""
    missing = padded(x.size(-1), parts) - x.size(-1)
    return torch.nn.functional.pad(x, (0, missing), value=value)
