# --- pkg/arguments.py before
import argparse


def add_model_args(parser):
    parser.add_argument("--hidden-size", type=int)
    return parser
# --- pkg/arguments.py after
import argparse

PROFILE = {"help": "Steps to profile.", "type": int}


def add_model_args(parser):
    parser.add_argument("--hidden-size", type=int, default=512)  # silent: it was there before
    parser.add_argument("--num-experts", type=int)  # expect: flag-without-help
    # silent: related to the one before, one finding for each file
    parser.add_argument("--router-bias", action="store_true", help="Bias")
    parser.add_argument("--debug-router", action="store_true", help=argparse.SUPPRESS)  # silent: hidden
    parser.add_argument("--profile-steps", **PROFILE)  # silent: help may be in there
    parser.add_argument("--version", action="version", version="2.1")  # silent: has help of its own
    parser.add_argument("--seed", type=int, help="Seed of all ranks.")  # silent: has help
    parser.add_argument("--top-k", type=int, help="Experts" " of a token.")  # silent: two strings
    return parser
# --- pkg/serving.py
def add_serving_args(parser):
    parser.add_argument("--port", type=int, help="")  # expect: flag-without-help
    parser.add_argument("config")  # silent: positional
# --- examples/generate.py
def add_generation_args(parser):
    parser.add_argument("--prompt", type=str)  # expect: flag-without-help
# --- tests/test_arguments.py
def test_parses(parser):
    parser.add_argument("--fake", type=int)  # silent: a test
    assert parser.parse_args(["--fake", "1"]).fake == 1
