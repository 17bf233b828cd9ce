# === Types and choices.
# --- train.py unchanged
import argparse

KINDS = ["adam", "sgd"]
parser = argparse.ArgumentParser()
parser.add_argument("--layers", type=int)
parser.add_argument("--lr", type=float)
parser.add_argument("--sizes", type=int, nargs="+")
parser.add_argument("--optimizer", choices=KINDS)
parser.add_argument("--level", choices=[1, 2], type=int)
parser.add_argument("--name")
parser.add_argument("--fast", action="store_true")
args = parser.parse_args()
# --- run.sh
LAYERS=24
python train.py \
    --lr 1e-4 \
    --layers 1e3  # expect: unfit-recipe-value
# --- more.sh
SIZE=${1:-4}
LAYERS=24
python train.py --layers $LAYERS --lr 3e-4 --sizes 1 2 3  # silent: all fit
python train.py --layers $SIZE  # silent: nobody knows the value
python train.py --optimizer lion  # expect: unfit-recipe-value
python train.py --optimizer sgd --name lion  # silent: any name will do
python train.py --level 7  # silent: choices that are no texts
python train.py --fast --lr fast  # expect: unfit-recipe-value
python train.py --sizes 1 two  # expect: unfit-recipe-value
python train.py --layers "2_000"  # silent: Python reads it as a number

# === Options are fields of classes; a parser beside them is another program's.
# --- model.py unchanged
import argparse


def add_flags(parser):
    parser.add_argument("--downsample", type=int, nargs="+")


def main():
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return parser.parse_args()
# --- train.py unchanged
from dataclasses import dataclass

import transformers
from model import add_flags


@dataclass
class Sizes:
    downsample: str = "4,4,4"


parser = transformers.HfArgumentParser(Sizes)
(sizes,) = parser.parse_args_into_dataclasses()
# --- run.sh
python train.py --downsample 4,4,4  # silent: a text of the class
