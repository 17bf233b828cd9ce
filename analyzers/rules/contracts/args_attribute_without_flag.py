# --- pkg/arguments.py unchanged
import argparse
from dataclasses import dataclass, field

_ARGS = None


@dataclass
class TrainingConfig:
    warmup_steps: int = 3
    use_profiler: bool = field(default=False, metadata={"flag": {"dest": "profile"}})


def make_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("--micro-batch-size", type=int)
    parser.add_argument("--no-bias", dest="use_bias", action="store_false")
    parser.set_defaults(mode="train")
    parser.add_subparsers(dest="command")
    return parser


def get_args():
    args = make_parser().parse_args()
    args.world_size = 1
    setattr(args, "rank", 0)
    return args
# --- pkg/train.py
import argparse

import other
from pkg.arguments import get_args


def train(model):
    args = get_args()
    size = args.micro_batch_size
    size += args.path + args.use_bias + args.mode + args.command  # silent: all declared
    size += args.world_size + args.rank  # silent: set after parsing
    size += args.warmup_steps  # silent: a field that becomes a flag
    size += args.profile  # silent: the flag is made from what the field says
    size += args.micro_batchsize  # expect: args-attribute-without-flag
    if args.no_bias:  # expect: args-attribute-without-flag
        size += 1
    if hasattr(args, "fast_path"):
        size += args.fast_path  # silent: it is asked for
    try:
        size += args.legacy  # silent: its absence is expected
    except AttributeError:
        pass
    args.local = 1
    return args.local + args.model.width  # silent: options of another form


def convert():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output-dir")
    args = parser.parse_args()
    return args.out_folder  # expect: args-attribute-without-flag


def foreign(args):
    mine = other.get_args()
    theirs_args = mine
    return args.anything + theirs_args.anything  # silent: not of this repository
# --- lib/factory.py unchanged
import dataclasses


class Factory:
    def __init__(self, config_class, exclude=None):
        self.config_class = config_class
        self.exclude = set(exclude or [])

    def build(self, parser):
        for one in dataclasses.fields(self.config_class):
            if one.name not in self.exclude:
                parser.add_argument("--" + one.name.replace("_", "-"), default=one.default)
# --- lib/arguments.py unchanged
import argparse
from dataclasses import dataclass

from lib.factory import Factory


@dataclass
class BaseConfig:
    shared_pool: bool = False
    retained_graphs: int = 0
    doubled_streams: int = 0


@dataclass
class ModelConfig(BaseConfig):
    hidden_width: int = 8
    stage_count: int = 1


@dataclass
class OptimizerConfig:
    stage_count: int = 1


@dataclass
class Runtime:
    doubled_streams: int = 0


def get_args():
    parser = argparse.ArgumentParser()
    exclude = ["shared_pool", "stage_count", "doubled_streams", "retained_graphs"]
    Factory(ModelConfig, exclude=exclude).build(parser)
    Factory(OptimizerConfig).build(parser)
    args = parser.parse_args()
    args.retained_graphs = 2
    return args
# --- lib/use.py
from lib.arguments import get_args


def train(wrap):
    args = get_args()
    wrap(args.hidden_width)  # silent: the field becomes a flag
    wrap(args.shared_pool)  # expect: args-attribute-without-flag
    wrap(args.stage_count)  # silent: the field of another class becomes one
    wrap(args.retained_graphs)  # silent: set after parsing
    wrap(args.doubled_streams)  # silent: what becomes of a class that is not left out nobody knows
# --- tools/options.py
from elsewhere.arguments import parse_args


def get_args():
    args = parse_args()
    args.mode = "convert"
    return args
# --- tools/convert.py
from tools.options import get_args


def main(wrap):
    args = get_args()
    wrap(args.foreign_flag)  # silent: a parser of another project may have it
