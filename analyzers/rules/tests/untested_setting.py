# === A field of a configuration class.
# --- pkg/core/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    num_experts: int = 8
# --- pkg/core/config.py after
from dataclasses import dataclass, field
from typing import Callable, Optional

import torch


@dataclass
class RouterConfig:
    num_experts: int = 8
    drop_overflow: bool = False  # expect: untested-setting
    pad_to_capacity: bool = False
    keep_order: bool = False  # silent: a test sets it
    use_fused_router: bool = False  # silent: a functional case sets the flag of that name
    tensor_group: Optional[torch.distributed.ProcessGroup] = None  # silent: a handle
    scorer: Optional[Callable] = None  # silent: a handle
    checkpoint_dir: str = ""  # silent: a path
    capacity: int = field(init=False)  # silent: no parameter
    never_read: bool = False  # silent: no condition reads it
    top_k: int = 2  # silent: read, but not to decide
    _state: int = 0  # silent: private
# --- pkg/core/route.py before
def route(config, scores):
    return scores
# --- pkg/core/route.py after
def route(config, scores):
    if config.drop_overflow:
        scores = scores[: config.num_experts]
    kept = scores if config.pad_to_capacity else scores[1:]
    if config.keep_order and config.use_fused_router:
        kept = sorted(kept)
    if config.tensor_group is None or config.scorer is not None or config.checkpoint_dir:
        kept = kept[:-1]
    while config.capacity > len(kept) and config._state == 0:
        kept = kept + kept
    return kept[: config.top_k]
# --- tests/test_route.py unchanged
from pkg.core.config import RouterConfig
from pkg.core.route import route


def test_route():
    assert route(RouterConfig(keep_order=True), [1]) == [1]
# --- tests/functional_tests/moe/model_config.yaml unchanged
MODEL_ARGS:
  --use-fused-router: true
# === Flags of a parser.
# --- pkg/training/arguments.py before
def add_arguments(parser):
    parser.add_argument("--micro-batch-size", type=int, default=1, help="Sequences in a step.")
# --- pkg/training/arguments.py after
def add_arguments(parser):
    parser.add_argument("--micro-batch-size", type=int, default=1, help="Sequences in a step.")
    # expect: untested-setting
    parser.add_argument("--skip-last-batch", action="store_true", help="Drop an incomplete batch.")
    # silent: a test sets it
    parser.add_argument("--shuffle-files", action="store_true", help="Read files in any order.")
# --- pkg/training/loop.py before
def run(args, batches):
    return batches
# --- pkg/training/loop.py after
def run(args, batches):
    if args.skip_last_batch:
        batches = batches[:-1]
    if getattr(args, "shuffle_files", False):
        batches = batches[::-1]
    return batches
# --- tests/test_loop.py unchanged
from pkg.training.loop import run


def test_run(parser):
    assert run(parser.parse_args(["--shuffle-files"]), []) == []
# === A field and its flag are one thing.
# --- pkg/core/config.py before
class TrainConfig:
    steps: int = 1
# --- pkg/core/config.py after
class TrainConfig:
    steps: int = 1
    stop_on_nan: bool = False  # expect: untested-setting
# --- pkg/training/arguments.py before
def add_arguments(parser):
    parser.add_argument("--steps", type=int, default=1, help="How many.")
# --- pkg/training/arguments.py after
def add_arguments(parser):
    parser.add_argument("--steps", type=int, default=1, help="How many.")
    # silent: the field of the same name was reported
    parser.add_argument("--stop-on-nan", action="store_true", help="End at the first NaN.")
# --- pkg/training/loop.py before
def run(config, loss):
    return loss
# --- pkg/training/loop.py after
def run(config, loss):
    if config.stop_on_nan and loss != loss:
        raise ValueError(loss)
    return loss
# --- tests/test_loop.py unchanged
from pkg.training.loop import run


def test_run():
    assert run(None, 1)
# === The field was there before.
# --- pkg/core/config.py before
class TrainConfig:
    stop_on_nan: bool = False
# --- pkg/core/config.py after
class TrainConfig:
    stop_on_nan: bool = True  # silent: only the default is new
    def check(self, loss):
        if self.stop_on_nan:
            raise ValueError(loss)
# --- tests/test_loop.py unchanged
def test_run():
    assert 1
# === A recipe sets it under the name of its flag.
# --- pkg/core/config.py before
class TrainConfig:
    steps: int = 1
# --- pkg/core/config.py after
class TrainConfig:
    steps: int = 1
    drop_overflow: bool = False  # silent: --moe-drop sets it
    stop_on_nan: bool = False  # expect: untested-setting
# --- pkg/core/loop.py before
def run(config, loss):
    return loss
# --- pkg/core/loop.py after
def run(config, loss):
    if config.drop_overflow or config.stop_on_nan:
        raise ValueError(loss)
    return loss
# --- pkg/training/build.py unchanged
from pkg.core.config import TrainConfig


def build(args):
    return TrainConfig(drop_overflow=args.moe_drop, stop_on_nan=args.check_nan)
# --- tests/test_loop.py unchanged
from pkg.core.loop import run


def test_run():
    assert run(None, 1)
# --- tests/functional_tests/moe/model_config.yaml unchanged
MODEL_ARGS:
  --moe-drop: true
