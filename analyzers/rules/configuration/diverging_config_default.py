# --- pkg/config.py before
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    num_groups: int = 1
    score_kind: str = "softmax"
    expert_capacity: float = 1
    group_limit: int = None
    score_eps: float = 1e-5
    router_names: list = field(default_factory=list)
    router_bias: bool = True
    fresh_steps: int = 3
    shared_experts: int = 1
    kept_scores: int = 2
    port: int = 90


@dataclass
class OtherConfig:
    shared_experts: int = 2
# --- pkg/config.py after
from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    num_groups: int = 1
    score_kind: str = "softmax"
    expert_capacity: float = 1
    group_limit: int = None
    score_eps: float = 1e-5
    router_names: list = field(default_factory=list)
    router_bias: bool = True
    fresh_steps: int = 5  # expect: diverging-config-default
    shared_experts: int = 1
    kept_scores: int = 2
    port: int = 90


@dataclass
class OtherConfig:
    shared_experts: int = 2
# --- pkg/arguments.py before
def add_router_args(parser):
    parser.add_argument("--fresh-steps", type=int, default=3, help="Steps between renewals.")
    parser.add_argument("--kept-scores", type=int, default=9, help="Scores that are kept.")
# --- pkg/arguments.py after
def add_router_args(parser):
    parser.add_argument("--fresh-steps", type=int, default=3, help="Steps between renewals.")
    parser.add_argument("--kept-scores", type=int, default=9, help="Kept scores.")  # silent: differed before
    # expect: diverging-config-default
    parser.add_argument("--num-groups", type=int, default=4, help="Groups of experts.")
    parser.add_argument(
        "--score-kind",
        type=str,
        default="sigmoid",  # expect: diverging-config-default
        help="How scores are made.",
    )
    # expect: diverging-config-default
    parser.add_argument("--router-bias", action="store_true", help="Give the router a bias.")
    # silent: the same value
    parser.add_argument("--expert-capacity", type=float, default=1.0, help="Tokens of an expert.")
    # silent: None is no default
    parser.add_argument("--group-limit", type=int, default=16, help="Most groups of a token.")
    # silent: the same number
    parser.add_argument("--score-eps", type=float, default=0.00001, help="Keeps sums from zero.")
    # silent: no literal
    parser.add_argument("--router-names", nargs="*", default=[], help="Names of routers.")
    # silent: two classes have that field
    parser.add_argument("--shared-experts", type=int, default=7, help="Shared experts.")
    parser.add_argument("--port", type=int, default=80, help="Of the router.")  # silent: too general
# --- examples/run.py
def add_run_args(parser):
    # silent: an example has settings of its own
    parser.add_argument("--num-groups", type=int, default=8, help="Groups of experts.")
