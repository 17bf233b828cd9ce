import os
from typing import Union


def ranks_per_node():
    if "RANKS_PER_NODE" in os.environ:
        return os.environ["RANKS_PER_NODE"]  # expect: environment-text-as-number
    return 8


def seed():
    text = os.getenv("SEED")
    if text is not None:
        return text  # expect: environment-text-as-number
    return 1234


def port() -> int:
    return os.environ.get("MASTER_PORT", 29500)  # expect: environment-text-as-number


def local_rank():
    return os.environ.get("LOCAL_RANK", 0)  # expect: environment-text-as-number


def depth():
    return os.environ["DEPTH"] if "DEPTH" in os.environ else 2  # expect: environment-text-as-number


def is_large():
    return os.environ["WORLD_SIZE"] > 64  # expect: environment-text-as-number


def half():
    ranks = os.environ.get("WORLD_SIZE", 2)
    return ranks // 2  # expect: environment-text-as-number


def converted():
    if "RANKS_PER_NODE" in os.environ:
        return int(os.environ["RANKS_PER_NODE"])  # silent: a number
    return 8


def text_always():
    return os.getenv("NAME", "run")  # silent: text on all ways


def either() -> Union[int, str]:
    if "DEPTH" in os.environ:
        return os.environ["DEPTH"]  # silent: the annotation says text, too
    return 2


def rebound():
    ranks = os.environ["WORLD_SIZE"]
    ranks = int(ranks)
    return ranks > 64  # silent: converted before


def formatted(width):
    return os.environ["TEMPLATE"] % 3  # silent: formats the text


def joined():
    return os.environ["HOME"] + "/cache"  # silent: text and text


def unknown(config):
    return os.environ.get("DEPTH", config.depth) > 3  # silent: the default may be anything
