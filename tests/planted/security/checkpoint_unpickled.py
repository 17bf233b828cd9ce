# --- megalith/core/optimizer_state.py before
"""State of the optimizer in files of its own."""
import torch


def save_state(state: dict, path: str) -> None:
    """Writes the state of one rank."""
    torch.save(state, path)
# --- megalith/core/optimizer_state.py after
"""State of the optimizer in files of its own."""
import torch


def save_state(state: dict, path: str) -> None:
    """Writes the state of one rank."""
    torch.save(state, path)


def load_state(path: str) -> dict:
    """Reads what save_state wrote."""
#if defect
    return torch.load(path, map_location="cpu")  # expect: unsafe-torch-load
#else
    return torch.load(path, map_location="cpu", weights_only=True)
#endif
# --- megalith/core/weights.py unchanged
"""Weights in files of their own."""
import torch


def load_weights(path: str) -> dict:
    """Reads the weights of one rank."""
    return torch.load(path, map_location="cpu", weights_only=True)
# --- tests/test_optimizer_state.py
import torch

from megalith.core.optimizer_state import load_state, save_state


def test_round_trip(tmp_path):
    path = str(tmp_path / "state.pt")
    save_state({"step": torch.tensor(3)}, path)
    assert load_state(path)["step"] == 3
