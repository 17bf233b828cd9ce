import torch
from torch import nn
from .ops import clip as _clip
from .more import *
from dataclasses import dataclass

try:
    from fast import gelu
except ImportError:
    gelu = None


@dataclass(kw_only=True)
class Config:
    top_k: int = 2
    name: str


class Layer(nn.Module, metaclass=Meta):
    def __init__(self, config, gate: Gate, tp_group=None):
        super().__init__(tp_group=tp_group)
        self.gate = gate
        self.counts = torch.zeros(config.top_k, device="cpu")
        self.register_forward_hook(self._hook)

    @torch.no_grad()
    def forward(self, x, /, *rest, flag, **more):
        with torch.cuda.graph(self.graph):
            self.gate.route(x)
        return starred(_clip(x, *rest, upper=1, **more))

    def _hook(self, *_):
        setattr(self, "seen", 1)


def add(parser, group=None):
    parser.add_argument("--top-k", type=int, default=2)
    Layer(None, None, tp_group=group).reset()
