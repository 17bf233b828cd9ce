# title: Tune the optimizer
# body: Sets `warmup` and `use_pool` to what the large runs use.
# --- pkg/limits.py unchanged
RATE = 16000
# --- pkg/config.py before
from dataclasses import dataclass, field

from pkg.limits import RATE

OLD_LIMIT = 4


def schedule(steps, warmup=100, decay=0.1, limit=OLD_LIMIT, eps=1e-5, mode="cosine", rate=RATE):
    return steps


def build(x, group=None, scale=None, axes=(), bias=True):
    if scale is None:
        scale = 1.0
    return x


def _tuned(x, decay=0.1):
    return x


@dataclass
class PoolConfig:
    use_pool: bool = False
    blocks: int = 8
    pages: int = 8
    """Pages of a block."""
    names: list = field(default_factory=list)
    policy: str = field(default="lru", metadata={"help": "which to drop"})
    size: int = 1


class Runner:
    depth: int = 1

    def run(self, x, is_strict=True):
        return x
# --- pkg/config.py after
from dataclasses import dataclass, field

OLD_LIMIT = 4


def schedule(
    steps,
    warmup=200,  # silent: the description speaks of it
    decay=0.2,  # expect: changed-default
    limit=4,  # silent: the same value
    eps=0.00001,  # silent: the same number
    mode='cosine',  # silent: the same text
    rate=16_000,  # silent: what the constant is
):
    return steps


def build(
    x,
    group="world",  # expect: changed-default
    scale=1.0,  # silent: what None stood for
    axes=tuple(),  # silent: the same value
    bias=False,  # silent: every call passes it
):
    return x


def _tuned(x, decay=0.2):  # silent: nobody calls it
    return x


@dataclass
class PoolConfig:
    use_pool: bool = True  # silent: the description speaks of it
    blocks: int = 16  # expect: changed-default
    pages: int = 16  # silent: the text behind it says so
    """Pages of a block; more of them pay on recent cards."""
    names: list = field(default_factory=lambda: [])  # silent: an empty list as before
    policy: str = field(default="lru", metadata={"help": "what goes first"})  # silent: only its help
    size: int = 1


class Runner:
    depth: int = 2  # silent: no configuration

    def run(self, x, is_strict=False):  # silent: nobody knows whose `run` is called
        return x
# --- tests/helpers.py before
def make(x, size=1):
    return x
# --- tests/helpers.py after
def make(x, size=2):  # silent: of a test
    return x
# --- pkg/train.py unchanged
from pkg.config import PoolConfig, build, schedule


def prepare(x, runner, options):
    schedule(100)
    build(x, bias=True)
    build(x, **options)
    runner.run(x)
    return PoolConfig(use_pool=False)
# --- tests/test_train.py unchanged
from pkg.config import _tuned, build


def test_build():
    build(1)
    _tuned(1)
