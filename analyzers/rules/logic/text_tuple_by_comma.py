import argparse
import dataclasses


def add_arguments(parser):
    parser.add_argument("--depth", help=("Number of layers.",))  # expect: text-tuple-by-comma
    parser.add_argument(
        "--width",
        help=(  # expect: text-tuple-by-comma
            "Size of a layer, "
            "in elements.",
        ),
    )
    parser.add_argument("--rate", help=("Learning " "rate."))  # silent: brackets alone
    parser.add_argument("--size", nargs=1, metavar=("H",))  # silent: one name for each value
    parser.add_argument("--mode", choices=("fast",))  # silent: choices are a tuple
    return argparse.ArgumentParser(description=("Trains.",))  # expect: text-tuple-by-comma


@dataclasses.dataclass
class Config:
    name: str = "base",  # expect: text-tuple-by-comma
    depth: int = 12,  # expect: text-tuple-by-comma
    shape: tuple = (12,)  # silent: annotated as a tuple
    width: int = (512)  # silent: brackets alone
    sizes: "tuple[int, ...]" = 1,  # silent: no scalar

    def resize(self, width: int = (512,)):  # expect: text-tuple-by-comma
        pair: str = ("a", "b")  # silent: two values are no slip of a comma
        return pair, width


class Layer:
    def __init__(self, number: int, overwrite, ids, sizes=None, names=()):
        self.number = (number,)  # expect: text-tuple-by-comma
        self.overwrite = overwrite,  # expect: text-tuple-by-comma
        self.ids = (ids,)  # silent: nobody says that it is one value
        self.names = (names,)  # silent: a tuple by default
        self.shape = (number,)  # silent: another name
        if isinstance(sizes, int):
            self.sizes = sizes,  # silent: made of a single one on purpose
