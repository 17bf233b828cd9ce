import io

import torch
from torch import load as torch_load


def restore(path, options):
    a = torch.load(path)  # expect: unsafe-torch-load
    b = torch_load(path, map_location="cpu")  # expect: unsafe-torch-load
    c = torch.load(path, weights_only=True)
    d = torch.load(path, weights_only=False)
    e = torch.load(path, **options)
    return a, b, c, d, e


def through_memory(state):
    buffer = io.BytesIO()
    torch.save(state, buffer)
    return torch.load(buffer)


def old_releases(path):
    try:
        return torch.load(path, weights_only=True)
    except TypeError:
        return torch.load(path)


def other_loaders(store, path):
    return store.load(path)
