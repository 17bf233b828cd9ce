# === Calls that make the object.
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class ParallelConfig:
    tensor_parallel: int = 1
    sequence_parallel: bool = False
    stages: int = 1

    def __post_init__(self):
        self._check()

    def _check(self):
        if self.stages > 8:
            raise ValueError("too many stages")


@dataclass
class LongConfig(ParallelConfig):
    context: int = 1
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class ParallelConfig:
    tensor_parallel: int = 1
    sequence_parallel: bool = False
    stages: int = 1

    def __post_init__(self):
        self._check()
        if self.sequence_parallel and self.tensor_parallel < 2:  # expect: check-refuses-recipe
            raise ValueError("sequence_parallel requires tensor_parallel > 1")

    def _check(self):
        if self.stages > 8:
            raise ValueError("more than 8 stages")  # silent: it refused them before, in other words
        assert self.stages != 3, "no three stages"  # expect: check-refuses-recipe


@dataclass
class LongConfig(ParallelConfig):
    context: int = 1
# --- pkg/recipes.py unchanged
from pkg.config import LongConfig, ParallelConfig


def recipes(size, others):
    return [
        ParallelConfig(sequence_parallel=True),
        LongConfig(stages=3, context=8),
        ParallelConfig(stages=16),
        ParallelConfig(tensor_parallel=2, sequence_parallel=True, stages=2),
        ParallelConfig(tensor_parallel=size, sequence_parallel=True),
    ]
# === Recipes of a program.
# --- train/arguments.py before
import argparse


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-layers", type=int, default=None)
    parser.add_argument("--experts", type=int, default=None)
    parser.add_argument("--expert-parallel", type=int, default=1)
    parser.add_argument("--dispatcher", type=str, default="gather")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--fp8", action="store_true")
    args = parser.parse_args()
    if args.experts is not None:
        assert args.experts % args.expert_parallel == 0
    return args
# --- train/arguments.py after
import argparse


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-layers", type=int, default=None)
    parser.add_argument("--experts", type=int, default=None)
    parser.add_argument("--expert-parallel", type=int, default=1)
    parser.add_argument("--dispatcher", type=str, default="gather")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--fp8", action="store_true")
    args = parser.parse_args()
    if args.experts is not None:
        assert args.experts % args.expert_parallel == 0
        # expect: check-refuses-recipe
        assert args.dispatcher != "gather", "experts need the dispatcher alltoall"
    assert not args.fp8 or args.dropout == 0  # silent: the recipe with fp8 drops nothing
    return args
# --- start.py unchanged
from train.arguments import parse_args

print(parse_args())
# --- recipes/experts.yaml unchanged
ARGS:
  --num-layers: 24
  --experts: 8
  --expert-parallel: 4
  --dropout: 0.0
  --dispatcher: gather
# --- recipes/fp8.yaml unchanged
ARGS:
  --num-layers: 24
  --experts: 8  # silent: it has the dispatcher that is asked for
  --dispatcher: alltoall
  --dropout: 0.0
  --fp8: true
# --- recipes/open.sh unchanged
python start.py --num-layers 24 --experts 8 --expert-parallel 4 --dropout 0.0 "$@"
# === A flag that changes what it is by default.
# --- train/arguments.py before
import argparse


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--groups", type=int, default=4)
    parser.add_argument("--name", type=str, default=None)
    args = parser.parse_args()
    if args.heads % args.groups:
        raise ValueError("heads must be divisible by groups")
    return args
# --- train/arguments.py after
import argparse


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--groups", type=int, default=4)
    parser.add_argument("--name", type=str, default=None)
    args = parser.parse_args()
    if args.heads % args.groups:
        raise ValueError("--heads must be divisible by --groups")  # silent: it refused this before
    if args.width % args.heads:
        raise ValueError("--width must be divisible by --heads")  # silent: nobody is refused
    return args
# --- start.py unchanged
from train.arguments import parse_args

print(parse_args())
# --- recipes/six.sh unchanged
python start.py --layers 4 --heads 6 --width 96 --groups 4 --name six
