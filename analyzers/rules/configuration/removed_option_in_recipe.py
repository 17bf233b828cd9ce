# --- train.py before
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
# expect: removed-option-in-recipe
parser.add_argument("--use-fused", action="store_true")
parser.add_argument("--hidden", type=int)  # silent: argparse completes it
# expect: removed-option-in-recipe
parser.add_argument("--num-heads", type=int)
parser.add_argument("--tag")  # silent: no recipe gives it
parser.add_argument("--seed", type=int)  # silent: it only moves to another file
parser.add_argument("--steps", type=int)  # silent: only a comment names it
args = parser.parse_args()
# --- train.py after
import argparse

import more

parser = argparse.ArgumentParser()
parser.add_argument("--num-layers", type=int)
parser.add_argument("--hidden-size", type=int)
more.add(parser)
args = parser.parse_args()
# --- more.py
def add(parser):
    parser.add_argument("--seed", type=int)
# --- run.sh unchanged
#!/bin/bash
python train.py --num-layers 2 --use-fused --seed 1 --hidden 2
python train.py --num-heads 4
# --steps 4
# --- loose.py before
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
parser.add_argument("--momentum", type=float)  # silent: the program takes any option
args, rest = parser.parse_known_args()
# --- loose.py after
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args, rest = parser.parse_known_args()
# --- loose.sh unchanged
python loose.py --lr 1 --momentum 0.9
# --- cases/a.yaml unchanged
ARGS:
  --num-layers: 2
# --- .github/workflows/ci.yml unchanged
jobs:
  a:
    steps:
      - run: python train.py --old-flag
# --- other.py before
import argparse


def main():
    parser = argparse.ArgumentParser()
    # expect: removed-option-in-recipe
    parser.add_argument("--old-flag", action="store_true")
    parser.add_argument("--kept")  # silent: it stays
    return parser.parse_args()
# --- other.py after
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kept")
    return parser.parse_args()
# --- other.sh unchanged
python other.py --kept 1 --old-flag
