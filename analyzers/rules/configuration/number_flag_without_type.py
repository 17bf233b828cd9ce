def add_args(parser, to_size):
    parser.add_argument("--range", nargs=2, default=(0, 1), help="Of rewards.")  # expect: number-flag-without-type
    parser.add_argument("--rate", default=1e-4)  # expect: number-flag-without-type
    parser.add_argument("--port", action="store", default=29500)  # expect: number-flag-without-type
    parser.add_argument("--sizes", nargs="+", default=[1, 2.5])  # expect: number-flag-without-type
    parser.add_argument("--steps", type=int, default=10)  # silent: it is converted
    parser.add_argument("--size", type=to_size, default=10)  # silent: a converter of its own
    parser.add_argument("--name", default="7")  # silent: text either way
    parser.add_argument("--seed", default=None)  # silent: nothing says that it is a number
    parser.add_argument("-v", action="count", default=0)  # silent: argparse counts
    parser.add_argument("--level", action="store_const", const=3, default=0)  # silent: no text is stored
    parser.add_argument("--dump", nargs="?", const=1, default=0)  # silent: mostly given without a value
    parser.add_argument("--names", nargs="*", default=[])  # silent: empty
    parser.add_argument("--mixed", nargs="*", default=[1, "all"])  # silent: texts, too
    parser.add_argument("--debug", default=False)  # silent: another matter
