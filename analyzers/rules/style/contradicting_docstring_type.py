from typing import Dict, List, Optional

import torch


def launch(
    port: int,  # expect: contradicting-docstring-type
    host: str,
    timeout: float = 1.0,
):
    """Starts a server.

    Args:
        port (str): Where it listens.
        host (str): Its name.
        timeout (int): How long it waits.
    """
    # silent: an int is taken for a float


def mask(
    tokens: torch.Tensor,
    names: Optional[List[str]],  # expect: contradicting-docstring-type
    is_causal: bool,  # expect: contradicting-docstring-type
):
    """Masks tokens.

    Args:
        tokens (torch.Tensor): What is masked.
        names (dict): For which heads.
        is_causal (torch.Tensor): Whether later tokens count.
    """


class Cache:
    def put(self, key: int, sizes: Dict[str, int]) -> None:  # expect: contradicting-docstring-type
        """Keeps sizes.

        Args:
            key (`str`, *optional*, defaults to 0): Of the entry.
            sizes (dict of str): By name.
        """
        # silent: "dict of str" is prose


def optional(size: Optional[int] = None, *rest: int, **more: str):
    """Takes what it gets.

    Args:
        size (int, optional): How many.
        rest (tuple): The others.
        more (dict): By name.
    """
    # silent: optional is said in words; *rest is a tuple of what the annotation says


def several(value: int | str, flag: int, path, config: "Config"):
    """Takes one of several.

    Args:
        value (str): One of them.
        flag (bool): A bool is an int.
        path (str): Without annotation.
        config (dict): The annotation is a class of its own.
    """
    # silent: an annotation of several types may be either


def untyped(values: list, count: int):
    """Has no types in its docstring.

    Args:
        values: A dict would do.
        count: str of it.

    Returns:
        values (dict): something else.
    """
    # silent: the docstring names no types
