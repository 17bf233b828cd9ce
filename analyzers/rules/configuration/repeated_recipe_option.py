# --- train.py unchanged
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float)
parser.add_argument("--layers", type=int)
parser.add_argument("--tag", action="append")
parser.add_argument("--fast", action="store_true")
args = parser.parse_args()
# --- run.sh
ARGS=(
    --lr 1e-4
    --layers 2
    --fast
    --lr 3e-4  # expect: repeated-recipe-option
)
python train.py "${ARGS[@]}"
python train.py "${ARGS[@]}" --layers 4  # silent: it overrides a list on purpose
SAME=(
    --layers 2
    --layers 2  # silent: the same value
    --tag a
    --tag b  # silent: each is kept
    --fast
    --fast  # silent: a switch
)
python train.py "${SAME[@]}"
OPEN=(
    --layers $1
    --layers 3  # silent: it may be the same
)
python train.py "${OPEN[@]}"
TEXT="
    --layers 2
    --lr 1
    --layers 3
"
# --- text.sh
python train.py \
    --lr 1 \
    --layers 2 \
    --lr 2  # expect: repeated-recipe-option
python train.py --layers 1 \
    --layers 2 # expect: repeated-recipe-option
