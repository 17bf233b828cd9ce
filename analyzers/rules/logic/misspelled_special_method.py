from dataclasses import dataclass


@dataclass
class Config:
    heads: int = 8

    def __post__init__(self):  # expect: misspelled-special-method
        assert self.heads > 0


class Buffer:
    def _init_(self, size):  # expect: misspelled-special-method
        self.size = size

    def __getitme__(self, index):  # expect: misspelled-special-method
        return index

    def __setsate__(self, state):  # expect: misspelled-special-method
        self.size = state


class Linear:
    def __int__(self, size, bias):  # expect: misspelled-special-method
        self.size = size
        self.bias = bias


class Sized:
    def __init__(self, size):  # silent: the right name
        self.size = size

    def __int__(self):  # silent: a number
        return self.size

    def __torch_function__(self, func, types, args=(), kwargs=None):  # silent: torch's hook
        return func(*args)

    def __getitems__(self, indices):  # silent: what torch's fetcher of batches asks for
        return [self.size for _ in indices]

    def _reset_(self):  # silent: a name of its own
        self.size = 0

    def __call_impl__(self, x):  # silent: near to no special method
        return x

    def __inits__(self):  # silent: called by its name below
        return 0

    def run(self):
        return self.__inits__()

    def __reprs__(self):  # silent: the class has a __repr__, so something else was meant
        return 0

    def __repr__(self):
        return ""

    def __exti__(self):  # noqa: PLW3201  # silent: on purpose, says the comment
        return 0


def _init_(size):  # silent: no method
    return size
