# --- pkg/arguments.py
import argparse


def add_loader_args(parser):
    group = parser.add_argument_group("loader")
    # expect: flag-without-effect
    group.add_argument("--fast-tokenizer", action="store_true", default=True, help="Use the fast one.")
    group.add_argument(
        "--no-shuffle",
        action="store_false",
        default=False,  # expect: flag-without-effect
        dest="shuffle",
        help="Keep the order of samples.",
    )
    group.add_argument(
        "--pin-memory",
        default=True,  # expect: flag-without-effect
        action='store_true',
        help="Pin the memory of batches.",
    )
    group.add_argument("--drop-last", action="store_true", default=True)  # silent: --keep-last is its pair
    group.add_argument("--keep-last", action="store_false", dest="drop_last")
    group.add_argument("--mmap", action="store_true", default=True)  # silent: --no-mmap elsewhere
    group.add_argument("--prefetch", action="store_true", default=False)  # silent: can be switched on
    group.add_argument("--no-cache", action="store_false", default=True)  # silent: can be switched off
    group.add_argument("--resume", action="store_true", default=None)  # silent: None is not True
    group.add_argument("--verify", action="store_true", default=True)  # silent: set_defaults below
    group.add_argument("--pack", action=argparse.BooleanOptionalAction, default=True)  # silent: --no-pack
    parser.set_defaults(verify=False)
    return parser
# --- pkg/more_arguments.py unchanged
def add_storage_args(parser):
    parser.add_argument("--no-mmap", action="store_false", dest="mmap", help="Read files at once.")
