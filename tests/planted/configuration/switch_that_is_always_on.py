# --- docs/moe.md unchanged
# Mixture of experts

The router is told by `--expert-capacity`, `--expert-dropout` and `--expert-hidden-size` how an
expert works, and by `--num-experts` and `--top-k` how many there are.
# --- tests/test_router.py before
import argparse

import torch

from tideline.arguments import add_router_args, router_config_from_args
from tideline.router import route


def test_routes_tokens():
    args = add_router_args(argparse.ArgumentParser()).parse_args([])
    experts = route(router_config_from_args(args), torch.randn(4, 8))
    assert experts.shape == (4, 2)
# --- tests/test_router.py after
import argparse

import torch

from tideline.arguments import add_router_args, router_config_from_args
from tideline.router import route


def test_routes_tokens():
    args = add_router_args(argparse.ArgumentParser()).parse_args([])
    experts = route(router_config_from_args(args), torch.randn(4, 8))
    assert experts.shape == (4, 2)
    assert args.fuse_router
# --- tideline/arguments.py before
"""Command line of the router."""

import argparse

from tideline.config import RouterConfig


def add_router_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds what the router can be told."""
    group = parser.add_argument_group("router")
    group.add_argument("--num-experts", type=int, default=8, help="Experts of a layer.")
    group.add_argument("--top-k", type=int, default=2, help="Experts that a token visits.")
    group.add_argument(
        "--score-function",
        choices=["softmax", "sigmoid"],
        default="softmax",
        help="How logits become scores.",
    )
    return parser


def router_config_from_args(args: argparse.Namespace) -> RouterConfig:
    """Builds the configuration of the router."""
    return RouterConfig(
        num_experts=args.num_experts,
        top_k=args.top_k,
        score_function=args.score_function,
    )
# --- tideline/arguments.py after
"""Command line of the router."""

import argparse

from tideline.config import RouterConfig


def add_router_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds what the router can be told."""
    group = parser.add_argument_group("router")
    group.add_argument("--num-experts", type=int, default=8, help="Experts of a layer.")
    group.add_argument("--top-k", type=int, default=2, help="Experts that a token visits.")
    group.add_argument(
        "--fuse-router",
#if defect
        action="store_true",
        default=True,  # expect: flag-without-effect
#else
        action=argparse.BooleanOptionalAction,
        default=True,
#endif
        help="Run scores and top-k in one kernel.",
    )
    group.add_argument(
        "--score-function",
        choices=["softmax", "sigmoid"],
        default="softmax",
        help="How logits become scores.",
    )
    return parser


def router_config_from_args(args: argparse.Namespace) -> RouterConfig:
    """Builds the configuration of the router."""
    if args.fuse_router and args.score_function != "softmax":
        raise ValueError("only scores of softmax sum to one")
    return RouterConfig(
        num_experts=args.num_experts,
        top_k=args.top_k,
        score_function=args.score_function,
    )
# --- tideline/config.py unchanged
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
# --- tideline/router.py unchanged
"""The router."""

import torch

from tideline.config import RouterConfig


def route(config: RouterConfig, logits: torch.Tensor) -> torch.Tensor:
    """Returns the experts of each token."""
    scores = logits.softmax(-1) if config.score_function == "softmax" else logits.sigmoid()
    if scores.shape[-1] != config.num_experts:
        raise ValueError("one logit for each expert, please")
    return scores.topk(config.top_k, dim=-1).indices
