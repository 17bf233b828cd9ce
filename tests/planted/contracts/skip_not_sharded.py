# --- ssm/sharding.py unchanged
"""Pieces of weights in checkpoints."""


def shard(tensor, axis, offsets):
    return tensor, axis, offsets
# --- ssm/mixer.py before
"""A mixer with its own layout in checkpoints."""

import torch

from ssm.sharding import shard


class Mixer(torch.nn.Module):
    """Mixes along the sequence."""

    def __init__(self, width):
        super().__init__()
        self.decay = torch.nn.Parameter(torch.ones(width, device="cuda"))

    def sharded_state_dict(self, prefix="", sharded_offsets=(), metadata=None):
        return {f"{prefix}decay": shard(self.decay, 0, sharded_offsets)}
# --- ssm/mixer.py after
"""A mixer with its own layout in checkpoints."""

import torch

from ssm.sharding import shard


class Mixer(torch.nn.Module):
    """Mixes along the sequence."""

    def __init__(self, width):
        super().__init__()
        self.decay = torch.nn.Parameter(torch.ones(width, device="cuda"))
#if defect
        self.skip = torch.nn.Parameter(torch.ones(width, device="cuda"))  # expect: weight-missing-from-sharded-state
#else
        self.skip = torch.nn.Parameter(torch.ones(width, device="cuda"))
#endif

    def sharded_state_dict(self, prefix="", sharded_offsets=(), metadata=None):
        return {
            f"{prefix}decay": shard(self.decay, 0, sharded_offsets),
#if twin
            f"{prefix}skip": shard(self.skip, 0, sharded_offsets),
#endif
        }
