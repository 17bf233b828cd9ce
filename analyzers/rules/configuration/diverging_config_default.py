# --- pkg/config.py before
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    num_groups: int = 1
    score_kind: str = "softmax"
    capacity: float = 1
    limit: int = None
    eps: float = 1e-5
    names: list = field(default_factory=list)
    bias: bool = True
    fresh: int = 3
    shared: int = 1
    kept: int = 2


@dataclass
class OtherConfig:
    shared: int = 2
# --- pkg/config.py after
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    num_groups: int = 1
    score_kind: str = "softmax"
    capacity: float = 1
    limit: int = None
    eps: float = 1e-5
    names: list = field(default_factory=list)
    bias: bool = True
    fresh: int = 5  # expect: diverging-config-default
    shared: int = 1
    kept: int = 2


@dataclass
class OtherConfig:
    shared: int = 2
# --- pkg/arguments.py before
def add_router_args(parser):
    parser.add_argument("--fresh", type=int, default=3, help="Steps between renewals.")
    parser.add_argument("--kept", type=int, default=9, help="Scores that are kept.")
# --- pkg/arguments.py after
def add_router_args(parser):
    parser.add_argument("--fresh", type=int, default=3, help="Steps between renewals.")
    parser.add_argument("--kept", type=int, default=9, help="Kept scores.")  # silent: differed before
    # expect: diverging-config-default
    parser.add_argument("--num-groups", type=int, default=4, help="Groups of experts.")
    parser.add_argument(
        "--score-kind",
        type=str,
        default="sigmoid",  # expect: diverging-config-default
        help="How scores are made.",
    )
    # expect: diverging-config-default
    parser.add_argument("--bias", action="store_true", help="Give the router a bias.")
    # silent: the same value
    parser.add_argument("--capacity", type=float, default=1.0, help="Tokens of an expert.")
    # silent: None is no default
    parser.add_argument("--limit", type=int, default=16, help="Most groups of a token.")
    # silent: the same number
    parser.add_argument("--eps", type=float, default=0.00001, help="Keeps sums from zero.")
    # silent: no literal
    parser.add_argument("--names", nargs="*", default=[], help="Names of routers.")
    # silent: two classes have that field
    parser.add_argument("--shared", type=int, default=7, help="Shared experts.")
# --- examples/run.py
def add_run_args(parser):
    # silent: an example has settings of its own
    parser.add_argument("--num-groups", type=int, default=8, help="Groups of experts.")
