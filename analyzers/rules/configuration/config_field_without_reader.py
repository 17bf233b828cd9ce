# --- pkg/router_config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2

    mixer_alpha: float = 0.5

    old_name: int = 1


@dataclass
class OtherConfig:
    moved: int = 0
# --- pkg/router_config.py after
from dataclasses import dataclass, field

from tracking import TrackingArguments


@dataclass
class RouterConfig:
    top_k: int = 2

    mixer_alpha: float = 0.5

    mixer_beta: float = 0.5  # silent: like mixer_alpha, read by a name that is made

    old_name: int = 4  # silent: not new

    drop_tokens: bool = False  # expect: config-field-without-reader

    # silent: related to the one before, one finding for each class
    jitter_seed: int = 0

    num_groups: int = 1  # silent: the router reads it

    padding: bool = False  # silent: getattr by its name

    layer_bias: float = 0.0  # silent: f"layer_{name}" may read it

    handle: object = field(default=None, init=False)  # silent: no argument, a handle

    checked: int = 1  # silent: __post_init__ reads it

    moved: int = 0  # silent: came from another class

    _private: int = 0  # silent: private

    def __post_init__(self):
        assert self.checked > 0


@dataclass
class GroupConfig:
    # expect: config-field-without-reader
    group_limit: int = 0


@dataclass
class SpaceConfig(TrackingArguments):
    space_id: str = ""  # silent: the base, of another project, may read it


@dataclass
class PlacementConfig:
    slot_kind: str = "near"  # expect: config-field-without-reader

    soap_beta: float = 0.9  # silent: kwargs("soap", ...) makes the name


@dataclass
class SerialisedConfig:
    run_name: str = ""  # silent: tracker.start(**asdict(config))
# --- pkg/arguments.py unchanged
from pkg.router_config import GroupConfig, RouterConfig


def add_router_args(parser):
    parser.add_argument("--group-limit", type=int, default=0, help="Most groups of a token.")


def router_config_from_args(args):
    kwargs = {}
    kwargs["drop_tokens"] = args.drop_tokens
    config = RouterConfig(**kwargs)
    config.jitter_seed = args.jitter_seed
    return config, GroupConfig(group_limit=args.group_limit)
# --- pkg/router.py unchanged
def route(config, scores):
    groups = scores.chunk(config.num_groups)
    if getattr(config, "padding", False):
        groups = [pad(group) for group in groups]
    return [getattr(config, f"layer_{name}") for name in ("bias", "scale")], groups


def mixer_options(config, kind, names):
    return {name: getattr(config, f"{kind}_{name}") for name in names}
# --- pkg/optimizer.py unchanged
def kwargs(config, prefix, names):
    return {name: getattr(config, f"{prefix}_{name}") for name in names}


def build(config):
    return kwargs(config, "soap", ["beta"])
# --- pkg/tracking.py unchanged
from dataclasses import asdict

from pkg.router_config import SerialisedConfig


def start(tracker, config: SerialisedConfig):
    tracker.start(**asdict(config))
# --- tests/test_router.py unchanged
from pkg.router_config import RouterConfig


def test_drop():
    assert not RouterConfig().drop_tokens
