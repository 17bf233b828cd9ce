import torch
from torch import nn


def train_step(model, batch):
    loss = model(batch)
    torch.cuda.empty_cache()  # expect: empty-cache-in-hot-path
    return loss


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        torch.cuda.empty_cache()  # silent: runs once

    def forward(self, x):
        torch.cuda.empty_cache()  # expect: empty-cache-in-hot-path
        return self.release(x)

    def release(self, x):
        torch.cuda.empty_cache()  # expect: empty-cache-in-hot-path
        return x


def training_step(model, batch, args):
    if args.empty_unused_memory_level >= 1:
        torch.cuda.empty_cache()  # silent: an option asks for it
    model.empty_cache()  # silent: a method of its own
    if not args.release:
        return None
    torch.cuda.empty_cache()  # silent: runs only when the option is set
    return model(batch)


def load_weights(model):
    torch.cuda.empty_cache()  # silent: cold by name


def between_phases():
    torch.cuda.empty_cache()  # silent: nothing calls it in a step
