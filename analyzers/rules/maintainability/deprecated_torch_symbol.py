import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.cuda.amp import GradScaler  # expect: deprecated-torch-symbol
from torch.nn.utils import clip_grad_norm_  # silent: the current name


def step(model, batch):
    with torch.cuda.amp.autocast(dtype=torch.bfloat16):  # expect: deprecated-torch-symbol
        return model(batch)


def scaled(model, batch):
    scaler = torch.cuda.amp.GradScaler()  # expect: deprecated-torch-symbol
    return scaler.scale(F.upsample(model(batch)))  # expect: deprecated-torch-symbol


def spectrum(matrix):
    values, vectors = torch.symeig(matrix, eigenvectors=True)  # expect: deprecated-torch-symbol
    return values, vectors, torch.svd(matrix)  # expect: deprecated-torch-symbol


def initialise(layer):
    nn.init.xavier_uniform(layer.weight)  # expect: deprecated-torch-symbol
    nn.init.zeros_(layer.bias)  # silent: the current name


def total(tensors):
    return sum(torch.norm(t) for t in tensors)  # expect: deprecated-torch-symbol


def current(matrix):
    return torch.linalg.eigh(matrix)  # silent: the current name


def by_release(version):
    if version >= (2, 4):
        return torch.amp.custom_fwd
    return None if version is None else torch.cuda.amp.custom_fwd  # silent: chosen by release


def fallback(matrix):
    try:
        return torch.linalg.lu_factor(matrix)
    except AttributeError:
        return torch.lu(matrix)  # silent: for releases without the replacement


def methods(x):
    return x.norm(), x.ger(x)  # silent: methods of a tensor, not these functions


def own_names(library, x):
    return library.torch.norm(x)  # silent: not PyTorch


# --- pkg/moved.py before
import torch


def norm(x):
    return torch.norm(x)


# --- pkg/moved.py after
import torch


def norm(x, p=2):
    return torch.norm(x, p)  # silent: was there before
