# --- pkg/train.py unchanged
import os

FUSED = os.environ.get("TRAIN_FUSED_ATTENTION", "0") == "1"
BUCKETS = os.getenv("TRAIN_BUCKET_SIZE_MB")
FIRST = os.getenv("TRAIN_DEVICE_0")
# --- docs/usage.md unchanged
Set TRAIN_BUCKETS_SIZE_MB to nothing.
# --- run.sh
#!/bin/bash
export TRAIN_FUSED_ATTENTION=1  # silent: it is read
export TRAIN_FUSED_ATENTION=1  # expect: misspelt-environment-variable
export TRAIN_DEVICE_1=x  # silent: digits tell things apart
export TRAIN_BUCKETS_SIZE_MB=1  # silent: it is named elsewhere
export TRAIN_OTHER_THING=1  # silent: other programs read variables, too
TRAIN_BUCKET_SIZEMB=2 python -m pkg.train  # expect: misspelt-environment-variable
TRAIN_BUKET_SIZE_MB=4  # silent: the script keeps it to itself
# --- more.sh
export TRAIN_FUSED_ATTENTIONS=0  # expect: misspelt-environment-variable
export TRAIN_BUCKET_SIZE_M=1  # silent: the script reads it
echo $TRAIN_BUCKET_SIZE_M
