import argparse


def parse_bool(text):
    return text.lower() in ("1", "true", "yes")


def add_kernel_args(parser):
    group = parser.add_argument_group("kernels")
    group.add_argument(
        "--fuse-rope",
        type=bool,  # expect: bool-as-argument-type
        default=False,
        help="Fuse the rotary embedding.",
    )
    # expect: bool-as-argument-type
    group.add_argument("--fuse-norm", type=bool, default=True, help="Fuse the norm.")
    group.add_argument(
        "--fuse-loss",
        type=bool,  # expect: bool-as-argument-type
        action=argparse.BooleanOptionalAction,
        default=True,
        help="Fuse the loss.",
    )
    group.add_argument(
        "--fuse-bias",
        action=argparse.BooleanOptionalAction,
        help="Fuse the bias.",
        type=bool  # expect: bool-as-argument-type
    )
    group.add_argument("--fuse-gelu", type=parse_bool)  # silent: parses the text
    group.add_argument("--fuse-add", action="store_true")  # silent: no type
    group.add_argument("--heads", type=int)  # silent: another type
    return parser


def add_argument(name, type):
    return name, type


def shadowed(parser):
    bool = parse_bool
    parser.add_argument("--fuse-all", type=bool)  # silent: not the builtin
    add_argument("--fuse", type=bool)  # silent: no method of a parser
    parser.add_argument("fuse", kind=bool)  # silent: no type
