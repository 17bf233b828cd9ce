# --- docs/moe.md unchanged
# Mixture of experts

`--moe-top-k` says how many experts a token takes, `--moe-capacity` how many tokens an expert
takes, and `--moe-aux-loss` how much balance costs. See also `--moe-described`.
# --- docs/optimizer.md unchanged
Set `muon_beta`, `muon_steps` or `muon_scale`. There is `--fsdp-level` as well.
# --- pkg/old_arguments.py unchanged
def add_old_args(parser):
    parser.add_argument("--moe-top-k", type=int, help="Experts of a token.")
    parser.add_argument("--moe-capacity", type=int, help="Tokens of an expert.")
    parser.add_argument("--moe-aux-loss", type=float, help="Weight of balance.")
    parser.add_argument("--io-threads", type=int, help="Threads that read.")
# --- docs/io.md unchanged
Pass `--io-threads`, and to other programs `--io-depth` and `--io-engine`.
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
    # silent: what the guide names beside --io-threads are options of other programs
    parser.add_argument("--io-retries", type=int, help="Attempts to read.")
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
