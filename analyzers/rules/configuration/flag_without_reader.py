# --- pkg/arguments.py before
def add_router_args(parser):
    parser.add_argument("--top-k", type=int, default=2, help="Experts of each token.")
    parser.add_argument("--legacy-router", action="store_true", help="Use the first router.")
    return parser
# --- pkg/arguments.py after
def add_router_args(parser):
    parser.add_argument("--top-k", type=int, default=2, help="Experts of each token.")
    # silent: the flag is not new
    parser.add_argument("--legacy-router", action="store_true", default=False, help="First router.")
    # expect: flag-without-reader
    parser.add_argument("--drop-tokens", action="store_true", help="Drop tokens over capacity.")
    # silent: related to the one before, one question for each file
    parser.add_argument("--router-groups", type=int, dest="num_groups", help="Groups of experts.")
    parser.add_argument("--jitter", type=float, help="Noise on scores.")  # silent: the same
    # silent: the router reads it
    parser.add_argument("--capacity", type=float, default=1.0, help="Tokens of an expert.")
    # silent: read under its destination
    parser.add_argument("--no-bias", action="store_false", dest="router_bias", help="No bias.")
    # silent: a field of that name takes it up
    parser.add_argument("--score-scale", type=float, default=1.0, help="Scale of scores.")
    # silent: looked up by its name
    parser.add_argument("--score-kind", type=str, help="How scores are made.")
    # silent: says that it does nothing
    parser.add_argument("--router-fp16", action="store_true", help="Deprecated and ignored.")
    # silent: an action of its own
    parser.add_argument("--show-router", action=ShowAction, help="Print the router, and leave.")
    # silent: f"mixer_{name}" may read it
    parser.add_argument("--mixer-alpha", type=float, help="Weight of the mixture.")
    return parser
# --- pkg/launch.py
def launch(parser, run):
    parser.add_argument("--node-name", type=str, help="Name of the node.")  # silent: run takes all
    args = parser.parse_args()
    run(**vars(args))
# --- pkg/router.py unchanged
from dataclasses import dataclass


@dataclass
class ScoreConfig:
    score_scale: float = 1.0


def route(args, scores):
    kind = getattr(args, "score_kind")
    mixer = [getattr(args, f"mixer_{name}") for name in ("alpha", "beta")]
    return scores[: int(args.capacity * 4)], args.router_bias, args.top_k, kind, mixer
# --- pkg/serving.py
def add_serving_args(parser):
    # expect: flag-without-reader
    parser.add_argument("--router-groups", type=int, dest="num_groups", help="Groups of experts.")
# --- pkg/export.py
def add_export_args(parser):
    parser.add_argument("--export-kind", default="flat", help="How.")  # expect: flag-without-reader
# --- pkg/track.py
from tracking import SpaceConfig


def add_track_args(parser):
    # silent: a class of another project is given it
    parser.add_argument("--space-id", default="", help="Where runs are shown.")


def space(args):
    return SpaceConfig(space_id=args.space_id)
# --- pkg/test/checks.py unchanged
def check(args):
    return args.export_kind
# --- scripts/run.py unchanged
COMMAND = ["train.py", "--drop-tokens", "--router-groups 4"]
