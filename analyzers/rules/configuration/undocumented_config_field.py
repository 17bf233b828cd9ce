# --- pkg/config.py before
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    """How tokens find experts."""

    top_k: int = 2
    """Experts of each token."""

    jitter: float = 0.0  # Noise on the logits.

    # Give the router a bias.
    bias: bool = False

    dtype: str = "fp32"


@dataclass
class SloppyConfig:
    first: int = 1
    second: int = 2
    third: int = 3
    fourth: int = 4  # Documented by accident.
# --- pkg/config.py after
from dataclasses import dataclass, field
from typing import Annotated


@dataclass
class RouterConfig:  # silent: one finding for all of its fields
    """How tokens find experts.

    described_above: what it is for.
    """

    top_k: int = 2
    """Experts of each token."""

    jitter: float = 0.0  # Noise on the logits.

    # Give the router a bias.
    bias: bool = False

    dtype: str = "bf16"

    num_groups: int = 1  # expect: undocumented-config-field

    limit: int = 0  # noqa: E501

    capacity: float = 1.0
    """How many tokens an expert takes."""

    described_above: int = 0

    helped: int = field(default=0, metadata={"help": "Steps."})

    annotated: Annotated[int, "Steps of warmup."] = 0


@dataclass
class SloppyConfig:  # silent: nobody documents anything here
    first: int = 1
    second: int = 2
    third: int = 3
    fourth: int = 4  # Documented by accident.
    fifth: int = 5


@dataclass
class ExpertConfig:
    count: int = 8
    """Experts of a layer."""

    hidden: int = 64
    """Width of an expert."""

    depth: int = 1
    """Layers of an expert."""  # silent: of the other three fields each has a text

    # expect: undocumented-config-field
    shared: bool = False
# --- pkg/optimizer_config.py
from dataclasses import dataclass


@dataclass
class OptimizerConfig:
    """How weights are updated."""

    lr: float = 1e-3
    """Learning rate."""

    beta: float = 0.9
    """Of the moving average."""

    eps: float = 1e-8
    """Keeps the denominator away from zero."""

    clip: float = 1.0  # expect: undocumented-config-field


@dataclass
class TinyConfig:  # silent: too few siblings to speak of a custom
    width: int = 1
    """Of the layer."""

    depth: int = 1
# --- tests/test_config.py
from dataclasses import dataclass


@dataclass
class FakeConfig:  # silent: of a test
    first: int = 1  # The first.
    second: int = 2  # The second.
    third: int = 3  # The third.

    fourth: int = 4
