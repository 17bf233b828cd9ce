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
