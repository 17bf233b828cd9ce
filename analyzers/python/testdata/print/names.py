import torch
import torch.nn.functional as F
from .layers import Router
try:
    from apex import fused
except ImportError:
    from slow import fused

relu = F.relu


class Model(torch.nn.Module):
    def route(self, x, relu=None):
        return self.missing(relu(x))

    def forward(self, x):
        y = fused(relu(self.route(x)))
        return Router(len(y)).apply(Model.route)
