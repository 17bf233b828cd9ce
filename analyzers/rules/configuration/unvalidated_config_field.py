# --- pkg/config.py
import enum
from dataclasses import dataclass, field
from typing import Literal, Optional


class Layout(enum.Enum):
    FLAT = "flat"
    GROUPED = "grouped"


@dataclass
class RouterConfig:
    score_kind: str = "softmax"  # expect: unvalidated-config-field


@dataclass
class ExpertConfig:
    num_chunks: int = 1  # expect: unvalidated-config-field


@dataclass
class PlacementConfig:
    slot: Optional[int] = 0  # expect: unvalidated-config-field


@dataclass
class CheckedConfig:
    padding: Literal["left", "right"] = "left"  # silent: __post_init__ looks at it

    overlap: bool = False  # silent: a bool

    layout: Layout = Layout.FLAT  # silent: an enum

    precision: str = "bf16"  # silent: validate_args looks at it

    norm_kind: str = "rms"  # silent: the flag has choices

    block: int = 4  # silent: its use is guarded

    act_kind: str = "gelu"  # silent: others are refused where it is used

    depth: int = 2  # silent: only handed on

    # silent: the parser refuses others
    pool: str = field(default="mean", metadata={"choices": ["mean", "last"]})

    def __post_init__(self):
        if self.padding not in ("left", "right"):
            raise ValueError(self.padding)
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--norm-kind", choices=["rms", "layer"], default="rms", help="Of norms.")


def validate_args(args):
    assert args.precision in ("bf16", "fp32")
# --- pkg/router.py
from pkg.config import Layout


def scores(config, logits):
    if config.score_kind == "softmax":
        return logits.softmax(-1)
    return logits.sigmoid()


def chunks(config, tokens):
    return tokens.split(len(tokens) // config.num_chunks)


def place(config, slots):
    return slots[config.slot]


def first_use(config, x):
    return x * 2 if config.act_kind == "gelu" else x


def run(config, x):
    if config.padding == "left" and config.layout == Layout.FLAT and not config.overlap:
        x = x.flip(0)
    if config.norm_kind == "rms" or config.precision == "bf16":
        x = x * 2
    if config.act_kind == "gelu":
        x = x.gelu()
    else:
        raise ValueError(config.act_kind)
    if config.block > 0:
        x = x[: len(x) // config.block]
    if config.pool == "last":
        x = x[-1:]
    return build(x, config.depth)
