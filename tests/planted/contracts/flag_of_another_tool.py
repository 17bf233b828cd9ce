# --- launcher/flags.py unchanged
"""Flags of all tools."""

import argparse


def parse_args():
    """The flags of this process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--train-samples", type=int, default=0, help="samples to train on")
    parser.add_argument("--valid-data-path", default=None, help="folder of the validation data")
    return parser.parse_args()
# --- launcher/evaluate.py before
from launcher.flags import parse_args


def evaluate(model):
    args = parse_args()
    return model, args.train_samples
# --- launcher/evaluate.py after
from launcher.flags import parse_args


def evaluate(model):
    args = parse_args()
#if defect
    return model, args.train_samples, args.valid_data  # expect: args-attribute-without-flag
#else
    return model, args.train_samples, args.valid_data_path
#endif
