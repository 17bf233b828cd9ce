import torch
from torch import nn


class Router(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.register_buffer("bias", torch.zeros(experts))
        self.register_buffer("counts", torch.zeros(experts), persistent=True)
        self.register_buffer("scratch", torch.zeros(experts), persistent=False)
        self.step = 0
        self.bias = self.bias + 1  # silent: nobody holds it yet

    def update(self, *_):
        delta = torch.sign(self.counts.mean() - self.counts)
        self.bias = self.bias + delta  # expect: registered-buffer-rebound
        self.counts = 0.9 * self.counts  # expect: registered-buffer-rebound
        self.scratch = self.scratch + delta  # silent: not in the state dict
        self.step = self.step + 1  # silent: no buffer
        self.bias.add_(delta)  # silent: in place

    def forward(self, x):
        self.counts = self.counts + x.sum(0)  # expect: registered-buffer-rebound
        return x + self.bias

    def reset_parameters(self):
        self.bias = self.bias * 0  # silent: makes the module anew

    def move(self, device):
        self.bias = self.bias.to(device)  # silent: no arithmetic
