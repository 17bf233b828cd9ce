# --- pkg/restore.py
import io

import torch
from torch import load as torch_load


def restore(path, options):
    a = torch.load(path)  # expect: unsafe-torch-load
    b = torch_load(path, map_location="cpu")  # expect: unsafe-torch-load
    c = torch.load(path, weights_only=True)  # silent: said
    d = torch.load(path, weights_only=False)  # silent: said, for whoever reads it
    e = torch.load(path, **options)  # silent: the options may say it
    return a, b, c, d, e


class Trainer:
    def resume(self, directory, rank):
        with open(f"{directory}/rank_{rank}.pt", "rb") as file:
            self.state = torch.load(file, map_location=f"cuda:{rank}")  # expect: unsafe-torch-load


def through_memory(state):
    buffer = io.BytesIO()
    torch.save(state, buffer)
    return torch.load(buffer)  # silent: this process wrote it


def from_the_network(connection):
    data = io.BytesIO(connection.receive())
    return torch.load(data)  # expect: unsafe-torch-load


def copy_of(state):
    buffer = io.BytesIO(b"")
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer)  # silent: what the lines above wrote


def waived(path):
    # silent: somebody decided so
    return torch.load(path)  # noqa: S614


def old_releases(path):
    try:
        return torch.load(path, weights_only=True)
    except TypeError:
        return torch.load(path)  # silent: the fallback for releases without the argument


def other_loaders(store, path):
    return store.load(path)  # silent: not torch


# --- pkg/touched.py before
import torch


def resume(directory):
    return torch.load(f"{directory}/state.pt")
# --- pkg/touched.py after
import torch


def resume(directory, rank):
    return torch.load(f"{directory}/state_{rank}.pt")  # silent: only the name of the file is new
# --- tests/test_restore.py
import torch


def test_round_trip(tmp_path):
    torch.save({"a": 1}, tmp_path / "a.pt")
    assert torch.load(tmp_path / "a.pt") == {"a": 1}  # silent: a test reads its own file
