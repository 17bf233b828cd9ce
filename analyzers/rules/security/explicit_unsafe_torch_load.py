# --- pkg/restore.py
import io

import torch
from torch import load as torch_load

DEFAULTS = "assets/defaults.pt"


def restore(path, device):
    state = torch.load(path, weights_only=False)  # expect: explicit-unsafe-torch-load
    # expect: explicit-unsafe-torch-load
    other = torch_load(f"{path}.optimizer", map_location=device, weights_only=False)
    return state, other


class Trainer:
    def resume(self):
        # expect: explicit-unsafe-torch-load
        return torch.load(self.args.load, weights_only=False)


def safe(path, trusted):
    a = torch.load(path, weights_only=True)  # silent: no objects
    b = torch.load(path, weights_only=not trusted)  # silent: the caller decides
    c = torch.load(DEFAULTS, weights_only=False)  # silent: one file of this project
    return a, b, c


def through_memory(state):
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=False)  # silent: this process wrote it


def other_loaders(store, path):
    return store.load(path, weights_only=False)  # silent: not torch


def waived(path):
    # silent: somebody decided so
    return torch.load(path, weights_only=False)  # noqa: S614
# --- tests/test_restore.py
import torch


def test_restore(path):
    assert torch.load(path, weights_only=False)  # silent: a test
