# --- harbor/loop.py before
"""The loop of training."""

import argparse
from typing import Callable


def train(args: argparse.Namespace, step: Callable[[int], None]) -> None:
    """Runs all updates."""
    for iteration in range(args.train_iters):
        step(iteration)
# --- harbor/loop.py after
"""The loop of training."""

import argparse
from typing import Callable


def train(args: argparse.Namespace, step: Callable[[int], None]) -> None:
    """Runs all updates."""
    for iteration in range(args.train_iters):
        step(iteration)
        if iteration % max(1, args.log_interval) == 0:
            args.report(iteration)
# --- harbor/schedule.py before
"""Command line of training."""

import argparse


def add_schedule_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds what the schedule can be told."""
    group = parser.add_argument_group("schedule")
    group.add_argument("--train-iters", type=int, default=100_000, help="Updates of the weights.")
    return parser
# --- harbor/schedule.py after
"""Command line of training."""

import argparse


def add_schedule_args(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Adds what the schedule can be told."""
    group = parser.add_argument_group("schedule")
    group.add_argument("--train-iters", type=int, default=100_000, help="Updates of the weights.")
#if defect
    group.add_argument("--log-interval", type=int, default=10)  # expect: flag-without-help
#else
    group.add_argument("--log-interval", type=int, default=10, help="Updates between two reports.")
#endif
    return parser
# --- tests/test_loop.py before
import argparse

from harbor.loop import train
from harbor.schedule import add_schedule_args


def test_runs_all_updates():
    args = add_schedule_args(argparse.ArgumentParser()).parse_args(["--train-iters", "3"])
    seen = []
    train(args, seen.append)
    assert seen == [0, 1, 2]
# --- tests/test_loop.py after
import argparse

from harbor.loop import train
from harbor.schedule import add_schedule_args


def test_runs_all_updates():
    args = add_schedule_args(argparse.ArgumentParser()).parse_args(["--train-iters", "3"])
    assert args.log_interval == 10
    seen, args.report = [], print
    train(args, seen.append)
    assert seen == [0, 1, 2]
