# === A script, its arrays and strings; the program declares options itself.
# --- tools/train.py unchanged
import argparse


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-layers", "--layers", type=int)
    parser.add_argument("--hidden-size", type=int)
    parser.add_argument("--use-flash", action="store_true")
    parser.add_argument("--save-every", type=int)
    return parser.parse_args()
# --- scripts/run.sh
#!/bin/bash
ARGS=(
    --num-layers 24
    --hiden-size 128  # expect: unknown-recipe-option
    # --gone 1 is a comment  # silent: a comment gives nothing
)
MORE="--use-flash"
if [ -n "$DEBUG" ]; then
  # expect: unknown-recipe-option
  MORE+=" --debug-everything"
fi
torchrun --nproc_per_node 8 tools/train.py "${ARGS[@]}" $MORE --save 4  # silent: argparse completes it
srun python tools/train.py --layers 2 --from-disk > log.txt 2>&1  # expect: unknown-recipe-option
python tools/other.py --from-disk  # silent: no such program here
pytest tools/train.py --from-disk  # silent: the option is pytest's
torchrun --standalone tools/train.py --layers 2  # silent: the launcher has options of its own
# === Programs that take any option.
# --- loose.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args, rest = parser.parse_known_args()
# --- handed_out.py unchanged
import argparse

import outside

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
parser = outside.add_arguments(parser)
args = parser.parse_args()
# --- made.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
for name in ("alpha", "beta"):
    parser.add_argument(f"--{name}")
args = parser.parse_args()
# --- run.sh
python loose.py --gamma 1  # silent: it keeps what it does not know
python handed_out.py --gamma 1  # silent: others declare options, too
python made.py --alpha 1  # silent: a word of the code has that name
python made.py --gamma 1  # expect: unknown-recipe-option
# === Keys of YAML belong to the file that declares most of them.
# --- pkg/arguments.py unchanged
import argparse


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-layers", type=int)
    parser.add_argument("--hidden-size", type=int)
    parser.add_argument("--num-heads", type=int)
    parser.add_argument("--seq-length", type=int)
    parser.add_argument("--bf16", action="store_true")
    return parser.parse_args()
# --- cases/small.yaml
MODEL_ARGS:
  --num-layers: 2
  --hidden-size: 64
  --num-heads: 4
  --seq-length: 128
  --bf16: true
  --recompute: true  # expect: unknown-recipe-option
OTHER: --recompute
# === Only what the change gives.
# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
args = parser.parse_args()
# --- run.sh before
python train.py \
    --lr 1 \
    --old-one
# --- run.sh after
python train.py \
    --lr 2 \
    --old-one
# silent: it was there before
