# --- pkg/config.py before
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    top_k: int = 2
    jitter: float = 0.0


@dataclass(kw_only=True)
class ExpertConfig:
    count: int = 8
    capacity: float = 1.0
    moved_here: int = 0


@dataclass
class RangeConfig:
    first: int
    last: int
    step: int = 1


@dataclass
class LayerConfig:
    depth: int = 2


class PlainConfig:
    top_k: int = 2
# --- pkg/config.py after
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass
class RouterConfig:
    num_groups: int  # expect: config-field-without-default
    top_k: int = 2
    jitter: float = 0.0
    limits: list = field(default_factory=list)  # silent: a default
    group_ranks: list = field(init=False)  # silent: not an argument
    kinds: ClassVar[int]  # silent: no field
    _cache: dict  # silent: private


@dataclass(kw_only=True)
class ExpertConfig:
    count: int = 8
    capacity: float = 1.0
    # expect: config-field-without-default
    hidden_size: int
    # expect: config-field-without-default
    layout: str = field(metadata={"help": "How experts lie in memory."})


@dataclass
class RangeConfig:
    first: int
    last: int
    center: int  # silent: fields of this class are required as a rule
    step: int = 1


@dataclass
class NewConfig:
    size: int  # silent: nobody can construct it yet
    moved_here: int  # silent: a class of its own now
    depth: int = 2


@dataclass
class LayerConfig:
    width: int  # silent: build() breaks, which call-does-not-fit-signature says
    depth: int = 2


class PlainConfig:
    num_groups: int  # silent: no dataclass
    top_k: int = 2
# --- pkg/build.py unchanged
from pkg.config import ExpertConfig, LayerConfig, RouterConfig


def build(saved):
    return RouterConfig(**saved), ExpertConfig(**saved), LayerConfig(depth=4)
