import torch
from torch import nn


def freeze_backbone(model: nn.Module, head: nn.Module):
    for parameter in model.parameters():
        parameter.require_grad = False  # expect: requires-grad-typo
    for parameter in head.parameters():
        parameter.requires_grad = True  # silent: spelled right
    head.require_grad_(True)  # expect: requires-grad-typo
    if model.embedding.weight.requires_grads:  # expect: requires-grad-typo
        model.embedding.requires_grad_(False)  # silent: the method


def scratch(n, args):
    x = torch.zeros(n, require_grad=True)  # expect: requires-grad-typo
    make_buffer(n, require_grad=True)  # silent: a function of ours may call it so
    if args.require_grad:  # silent: a flag of the command line
        x = x * 2
    return x


class Runner(nn.Module):
    def __init__(self, require_grad):
        super().__init__()
        self.flag = self.require_grad  # silent: of the class itself
# --- pkg/graphs.py
from dataclasses import dataclass


@dataclass
class Region:
    name: str
    require_grad: bool = False


def build(region: Region):
    return region.require_grad  # silent: a field that this file defines
# --- pkg/locals.py
def run(module, inputs):
    require_grad = any(x.requires_grad for x in inputs)
    return module.record(require_grad)  # silent: a local of that name
