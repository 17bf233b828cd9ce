import torch
from torch import nn


class Balancer(nn.Module):
    def __init__(self, experts, tokens):
        super().__init__()
        # expect: fp32-buffer-downcast-by-module-cast
        self.register_buffer("bias", torch.zeros(experts, dtype=torch.float32))
        # expect: fp32-buffer-downcast-by-module-cast
        self.register_buffer("load", torch.zeros(experts, dtype=torch.float32), persistent=False)
        start = torch.ones(experts, dtype=torch.float)
        self.register_buffer("average", start)  # expect: fp32-buffer-downcast-by-module-cast
        # silent: never updated, a cast is harmless
        self.register_buffer("sentinel", torch.full((1,), -1.0, dtype=torch.float32))
        self.register_buffer("counts", torch.zeros(experts))  # silent: no dtype was asked for
        self.register_buffer("seen", torch.zeros(1, dtype=torch.long))  # silent: not floating
        # silent: brought back to fp32 in forward
        self.register_buffer("scale", torch.ones(experts, dtype=torch.float32))

    def forward(self, logits, counts):
        if self.scale.dtype != torch.float32:
            self.scale.data = self.scale.data.to(torch.float32)
        self.scale.mul_(0.99)
        self.load += counts
        self.counts += counts
        self.seen += 1
        self.average[:4].lerp_(counts, 0.01)
        return logits + self.bias + self.sentinel

    def update(self, error, rate):
        self.bias = self.bias + rate * torch.sign(error)


class Pinned(nn.Module):
    def __init__(self, n):
        super().__init__()
        # silent: the class decides itself what a cast does
        self.register_buffer("mean", torch.zeros(n, dtype=torch.float32))

    def _apply(self, function, recurse=True):
        return self

    def forward(self, x):
        self.mean += x.mean(0)
        return x - self.mean
