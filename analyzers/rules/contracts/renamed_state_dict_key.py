# --- pkg/layers.py before
import torch

from pkg.base import Shared
from pkg.spec import build_module


class Attention(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.qkv = torch.nn.Linear(4, 4)


class Norm(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.gain = torch.nn.Parameter(torch.ones(4))
        self.register_buffer("seen", torch.zeros(1))


class Block(Shared):
    def __init__(self, config, build):
        super().__init__()
        self.mlp = build_module(config.mlp, config=config)


class Drop(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.drop = torch.nn.Dropout(0.1)


class Cache(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.register_buffer("mask", torch.zeros(1), persistent=False)


class Two(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.first = torch.nn.Linear(4, 4)
        self.second = torch.nn.Linear(4, 4)


class Other(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.proj = torch.nn.Linear(4, 4)


class Plain(object):
    def __init__(self, config, build):
        super().__init__()
        self.head = torch.nn.Linear(4, 4)


class Kept(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.old = torch.nn.Linear(4, 4)


class Mapped(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.lm_head = torch.nn.Linear(4, 4)

    def _load_from_state_dict(self, state_dict, prefix, *args):
        state_dict[prefix + "output.weight"] = state_dict.pop(prefix + "lm_head.weight")
        super()._load_from_state_dict(state_dict, prefix, *args)


class _Hidden(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.up = torch.nn.Linear(4, 4)
# --- pkg/layers.py after
import torch

from pkg.base import Shared
from pkg.spec import build_module


class Attention(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.in_proj = torch.nn.Linear(4, 4)  # expect: renamed-state-dict-key


class Norm(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(4))  # expect: renamed-state-dict-key
        self.register_buffer("steps", torch.zeros(1))  # expect: renamed-state-dict-key


class Block(Shared):
    def __init__(self, config, build):
        super().__init__()
        self.dense = build_module(config.mlp, config=config)  # expect: renamed-state-dict-key


class Drop(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.dropout = torch.nn.Dropout(0.1)  # silent: it has no weights


class Cache(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.register_buffer("bias_mask", torch.zeros(1), persistent=False)  # silent: not saved


class Two(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.left = torch.nn.Linear(4, 4)  # silent: which is which cannot be told
        self.right = torch.nn.Linear(4, 4)


class Other(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.norm = torch.nn.LayerNorm(4)  # silent: made in another way


class Plain(object):
    def __init__(self, config, build):
        super().__init__()
        self.tail = torch.nn.Linear(4, 4)  # silent: no module, so no state dict


class Kept(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.new = torch.nn.Linear(4, 4)  # silent: the old name stays
        self.old = self.new


class Mapped(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.output = torch.nn.Linear(4, 4)  # silent: the hook below translates

    def _load_from_state_dict(self, state_dict, prefix, *args):
        state_dict[prefix + "output.weight"] = state_dict.pop(prefix + "lm_head.weight")
        super()._load_from_state_dict(state_dict, prefix, *args)


class _Hidden(torch.nn.Module):
    def __init__(self, config, build):
        super().__init__()
        self.down = torch.nn.Linear(4, 4)  # silent: private
# --- pkg/base.py unchanged
import torch


class Shared(torch.nn.Module):
    pass
# --- pkg/experimental/layers.py before
import torch


class Attempt(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.one = torch.nn.Linear(4, 4)
# --- pkg/experimental/layers.py after
import torch


class Attempt(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.two = torch.nn.Linear(4, 4)  # silent: experimental
