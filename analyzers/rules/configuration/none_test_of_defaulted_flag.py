# --- tools/train.py
import argparse
import math
from pathlib import Path


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-steps", type=int, default=5000)
    parser.add_argument("--tokenizer", type=str, default="base")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--out", type=Path, default="out")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--profile", nargs="?", default="")
    parser.add_argument("--size", type=none_or_int, default=3)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--mode", type=str, default="a")
    return parser.parse_args()


def none_or_int(text):
    return None if text == "none" else int(text)


def main():
    args = parse_args()
    if args.max_steps is None:  # expect: none-test-of-defaulted-flag
        args.max_steps = math.ceil(args.steps / 2) * 3
    if args.tokenizer is not None:  # expect: none-test-of-defaulted-flag
        print(args.tokenizer)
    if args.resume is None or args.out is None:  # expect: none-test-of-defaulted-flag, none-test-of-defaulted-flag
        return
    if args.tokenizer is None:  # silent: said above
        return
    if args.seed is None:  # silent: that is its default
        return
    if args.steps is not None:  # silent: it has no default
        return
    if args.profile is None:  # silent: given without a value it is None
        return
    if args.size is None:  # silent: its converter may say so
        return
    if args.tokenizer == "":  # silent: no test for None
        return
    args.width = choose(args)
    if args.width is None:  # silent: something else gives it a value
        return
    config = choose(args)
    if config.mode is None:  # silent: not what was parsed
        return


def choose(args):
    return None
# --- tools/serve.py
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=80)
    args = parser.parse_args()
    for key, value in read(args).items():
        setattr(args, key, value)
    if args.port is None:  # silent: a file may say so
        return


def read(args):
    return {}
# --- tools/pair.py
import argparse


def main(command):
    parser = argparse.ArgumentParser()
    if command == "serve":
        parser.add_argument("--port", type=int, default=80)
    else:
        parser.add_argument("--port", type=int)
    args = parser.parse_args()
    if args.port is None:  # silent: one of the commands has no default
        return
