# === Flags.
# --- pkg/arguments.py unchanged
def add_args(parser):
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--dual-clip", type=float, default=3.0)
    parser.add_argument("--loss-kind", type=str, default="ppo")
    parser.add_argument("--log-every", type=int, default=10)


# --- pkg/other.py unchanged
def add_other_args(parser):
    parser.add_argument("--width", type=int, default=2)
    parser.add_argument("--depth", type=int, default=2)


# --- pkg/loss.py unchanged
class Loss:
    def __init__(self, clip, dual_clip=3.0, loss_kind="ppo", log_every=10):
        self.clip, self.dual_clip, self.loss_kind, self.log_every = clip, dual_clip, loss_kind, log_every


class Net:
    def __init__(self, width, depth, loss_kind="ppo"):
        self.width, self.depth, self.loss_kind = width, depth, loss_kind


# --- pkg/train.py
from pkg.loss import Loss, Net


class Trainer:
    def __init__(self, args):
        self.args = args
        self.loss = Loss(clip=self.args.clip, dual_clip=self.args.dual_clip)  # expect: field-not-forwarded


def element(args):
    return Loss(args.clip[0], args.dual_clip)  # expect: field-not-forwarded


def logs(args, step):
    if step % args.log_every == 0:
        print(step)


def another_parser(args):
    return Net(width=args.width, depth=args.depth)  # silent: the parser of these has no such flag


def one_field(args):
    return Loss(args.clip)  # silent: one option may be all that is meant


def splat(args, **kwargs):
    return Loss(clip=args.clip, dual_clip=args.dual_clip, **kwargs)  # silent: the rest may hold it


def numbers(clip, dual_clip):
    return Loss(clip=clip, dual_clip=dual_clip)  # silent: no options are handed over


# === Fields.
# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class SpecConfig:
    norm: str = "layer"
    kitchen: bool = False
    use_te: bool = False
    width: int = 1


# --- pkg/specs.py unchanged
def spec(norm, kitchen=False, use_te=False, width=1):
    return norm, kitchen, use_te, width


# --- pkg/mamba.py unchanged
def mamba(config):
    return config.width


# --- pkg/gpt.py
from pkg.config import SpecConfig
from pkg.specs import spec


def gpt(config):
    return spec(config.norm, kitchen=config.kitchen, width=4)  # expect: field-not-forwarded


def copy(config):
    return SpecConfig(norm=config.norm, kitchen=config.kitchen)  # silent: the class itself has the field


# === All of them.
# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class SpecConfig:
    norm: str = "layer"
    use_te: bool = False
    width: int = 1


# --- pkg/gpt.py
def spec(norm, use_te=False, width=1):
    return norm, use_te, width


def full(config):
    return spec(config.norm, config.use_te)  # silent: another file reads the width


# --- pkg/mamba.py unchanged
def mamba(config):
    return config.width


# === Flags that something reads.
# --- pkg/train.py
class Loss:
    def __init__(self, clip, dual_clip=3.0, loss_kind="ppo"):
        self.clip, self.dual_clip, self.loss_kind = clip, dual_clip, loss_kind


def add_args(parser):
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--dual-clip", type=float, default=3.0)
    parser.add_argument("--loss-kind", type=str, default="ppo")


def decides(args):
    kind = "gspo" if args.loss_kind else "ppo"
    return kind, Loss(clip=args.clip, dual_clip=args.dual_clip)  # silent: the function knows of it


def elsewhere(args):
    return Loss(clip=args.clip, dual_clip=args.dual_clip)  # silent: it has an effect
