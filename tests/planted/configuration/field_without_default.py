# --- tests/test_router.py before
import json

import torch

from tideline.router import route
from tideline.saved import load_router_config


def test_routes_with_a_saved_configuration(tmp_path):
    path = tmp_path / "router.json"
    path.write_text(json.dumps({"num_experts": 8}))
    experts = route(load_router_config(path), torch.randn(4, 8))
    assert experts.shape == (4, 2)
# --- tests/test_router.py after
import json

import torch

from tideline.router import route
from tideline.saved import load_router_config


def test_routes_with_a_saved_configuration(tmp_path):
    path = tmp_path / "router.json"
    path.write_text(json.dumps({"num_experts": 8, "hidden_size": 512}))
    experts = route(load_router_config(path), torch.randn(4, 8))
    assert experts.shape == (4, 2)
# --- tideline/config.py before
"""Configuration of the router."""

from dataclasses import dataclass


@dataclass
class RouterConfig:
    """How tokens find their experts."""

    num_experts: int = 8
    """Experts of a layer."""

    top_k: int = 2
    """Experts that each token visits."""

    score_function: str = "softmax"
    """How logits become scores: softmax or sigmoid."""

    def __post_init__(self) -> None:
        if self.score_function not in ("softmax", "sigmoid"):
            raise ValueError(f"unknown score_function {self.score_function!r}")
# --- tideline/config.py after
"""Configuration of the router."""

from dataclasses import dataclass


@dataclass
class RouterConfig:
    """How tokens find their experts."""

#if defect
    hidden_size: int  # expect: config-field-without-default
#else
    hidden_size: int = 512
#endif
    """Width of the hidden states."""

    num_experts: int = 8
    """Experts of a layer."""

    top_k: int = 2
    """Experts that each token visits."""

    score_function: str = "softmax"
    """How logits become scores: softmax or sigmoid."""

    def __post_init__(self) -> None:
        if self.score_function not in ("softmax", "sigmoid"):
            raise ValueError(f"unknown score_function {self.score_function!r}")
# --- tideline/router.py before
"""The router."""

import torch

from tideline.config import RouterConfig


def route(config: RouterConfig, logits: torch.Tensor) -> torch.Tensor:
    """Returns the experts of each token."""
    scores = logits.softmax(-1) if config.score_function == "softmax" else logits.sigmoid()
    if scores.shape[-1] != config.num_experts:
        raise ValueError("one logit for each expert, please")
    return scores.topk(config.top_k, dim=-1).indices
# --- tideline/router.py after
"""The router."""

import torch

from tideline.config import RouterConfig


def route(config: RouterConfig, logits: torch.Tensor) -> torch.Tensor:
    """Returns the experts of each token."""
    scores = logits.softmax(-1) if config.score_function == "softmax" else logits.sigmoid()
    if scores.shape[-1] != config.num_experts:
        raise ValueError("one logit for each expert, please")
    scores = scores * config.hidden_size**-0.5
    return scores.topk(config.top_k, dim=-1).indices
# --- tideline/saved.py unchanged
"""Configurations that earlier runs saved."""

import json
import pathlib

from tideline.config import RouterConfig


def load_router_config(path: pathlib.Path) -> RouterConfig:
    """Reads what an earlier run wrote."""
    return RouterConfig(**json.loads(path.read_text()))
