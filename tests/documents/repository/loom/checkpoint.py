"""Saves and loads what training needs to go on."""

import os

import torch


def save_checkpoint(path: str, model, optimizer, step: int) -> None:
    """Writes a checkpoint so that a crash never leaves half of one."""
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
    temporary = path + ".tmp"
    torch.save(state, temporary)
    os.replace(temporary, path)


def load_checkpoint(path: str, model, optimizer) -> int:
    """Returns the step that training goes on with."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return state["step"]
