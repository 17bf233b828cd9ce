# --- docs/moe.md unchanged
# Mixture of experts

`--moe-top-k` says how many experts a token takes, `--moe-capacity` how many tokens an expert
takes, and `--moe-aux-loss` how much balance costs. See also `--moe-described`.
# --- docs/optimizer.md unchanged
Set `muon_beta`, `muon_steps` or `muon_scale`. There is `--fsdp-level` as well.
# --- pkg/arguments.py
import argparse


def add_moe_args(parser):
    # expect: undocumented-flag
    parser.add_argument("--moe-groups", type=int, help="Groups of experts.")
    # silent: named in the guide
    parser.add_argument("--moe-described", type=int, help="What the guide says.")
    # silent: hidden
    parser.add_argument("--moe-debug", action="store_true", help=argparse.SUPPRESS)
    # silent: deprecated
    parser.add_argument("--moe-old", action="store_true", help="Deprecated, has no effect.")
    # silent: the guide names one sibling only
    parser.add_argument("--fsdp-shards", type=int, help="Shards of the weights.")
    # silent: begins with a word that means nothing
    parser.add_argument("--use-cache", action="store_true", help="Keep results.")
    return parser
# --- pkg/optimizer_config.py
from dataclasses import dataclass


@dataclass
class OptimizerConfig:
    muon_beta: float = 0.9
    muon_steps: int = 5
    muon_scale: float = 1.0
    muon_momentum: float = 0.9  # expect: undocumented-flag
# --- pkg/serving.py
def add_serving_args(parser):
    parser.add_argument("--moe-replicas", type=int, help="Copies.")  # expect: undocumented-flag
# --- examples/train.py
def add_example_args(parser):
    parser.add_argument("--moe-shape", type=int, help="Of the example.")  # silent: an example
