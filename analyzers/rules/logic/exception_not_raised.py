import pytest


class ShardError(RuntimeError):
    pass


class MissingShard(ShardError):
    pass


class Reporter:
    def __init__(self, text):
        print(text)


def load(path, shards, dtype):
    if not path:
        ValueError("no path was given")  # expect: exception-not-raised
    if not shards:
        MissingShard(path)  # expect: exception-not-raised
    if dtype == "int4":
        raise NotImplemented  # expect: exception-not-raised
    if dtype == "int8":
        raise NotImplemented(dtype)  # expect: exception-not-raised
    return path


class Layer:
    def forward(self, x):
        raise NotImplementedError  # silent: the exception

    def __eq__(self, other):
        return NotImplemented  # silent: a value to return


def handled(path, errors):
    if not path:
        raise ValueError("no path was given")  # silent: raised
    error = ShardError(path)  # silent: kept
    errors.append(ValueError(path))  # silent: handed on
    Reporter("loading")  # silent: no exception
    return error


def test_message_is_wanted():
    with pytest.raises(TypeError):
        MissingShard()  # silent: what is tested
    KeyError("x")  # noqa: PLW0133  # silent: on purpose, says the comment


def shadowed(RuntimeError):
    RuntimeError("a callable of the caller")  # silent: another name
