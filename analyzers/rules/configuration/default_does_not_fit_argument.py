import argparse

BACKENDS = ["flash", "fused", "local"]
UNKNOWN = argparse.SUPPRESS


def to_size(text):
    return int(text.rstrip("kM"))


def add_attention_args(parser):
    group = parser.add_argument_group("attention")
    group.add_argument("--backend", default="auto", choices=BACKENDS)  # expect: default-does-not-fit-argument
    # expect: default-does-not-fit-argument
    group.add_argument("--block-size", type=int, default=1e3, help="Rows of a block.")
    group.add_argument("--window", type=int, default="full")  # expect: default-does-not-fit-argument
    group.add_argument("--softmax-scale", type=float, default="auto")  # expect: default-does-not-fit-argument
    group.add_argument(
        "--kinds",
        nargs="+",
        choices=("causal", "full"),
        default=["causal", "none"],  # expect: default-does-not-fit-argument
    )
    group.add_argument("--precision", type=str, default=16)  # expect: default-does-not-fit-argument
    group.add_argument("--layout", default="sbhd", choices=["sbhd", "bshd"])  # silent: one of them
    group.add_argument("--heads", type=int, default="8", choices=[4, 8])  # silent: argparse converts it
    group.add_argument("--scale", type=float, default=1)  # silent: an integer is as good
    group.add_argument("--mask", choices=["causal"], default=None)  # silent: None is no choice
    group.add_argument("--chunk", type=to_size, default="4k")  # silent: a converter of its own
    group.add_argument("--kernel", choices=BACKENDS, default=UNKNOWN)  # silent: not a literal
    group.add_argument("--degree", choices=range(1, 9), default=16)  # silent: choices are computed
    group.add_argument("--names", type=str, nargs="*", default=())  # silent: empty
    return parser
