# --- pkg/attention.py before
import torch


def attend(q, k, v, softcap, scale=1.0):
    return (q @ k / softcap * scale) @ v


def masked(q, mask):
    return q + mask


def kept(q, mask):
    return q + mask


def callback(q, index):
    return q + index


def untold(q, mask):
    return q + mask


def packed(q, positions):
    return q[positions == 0]


class Layer:
    def __init__(self, size, bias):
        self.bias = bias
        self.size = size

    def forward(self, x, width):
        return x + width

    def part(self, x, width):
        return x + width


class Base:
    def run(self, x, width):
        raise NotImplementedError


class Heir(Base):
    def run(self, x, width):
        return x + width


class Pair:
    def swap(self, x, width):
        return x + width


class Other:
    def swap(self, x, width):
        return x - width


class Recipe:
    def setup(self, config):
        self.data = self._load(config, state=config.state)

    def _load(self, config, state):
        data = config.data()
        data.load(state)
        return data


class OtherRecipe:
    def _load(self, config, state):
        return state
# --- pkg/attention.py after
import torch


def attend(q, k, v, softcap, scale=1.0):  # expect: parameter-made-dead
    return (q @ k * scale) @ v


def masked(q, mask):
    # `mask` is ignored here.
    return q  # silent: the comment says so


def kept(q, mask):
    return q * mask  # silent: still read


def callback(q, index):
    return q  # silent: who takes it decides what it gets


def untold(q, mask):
    return q  # silent: nobody passes it


def packed(q, positions, starts):
    return q[starts]  # silent: gets another one instead


class Layer:
    def __init__(self, size, bias):  # expect: parameter-made-dead
        self.size = size

    def forward(self, x, width):  # expect: parameter-made-dead
        return x

    def part(self, x, width):
        raise NotImplementedError  # silent: a promise


class Base:
    def run(self, x, width):
        raise NotImplementedError


class Heir(Base):
    def run(self, x, width):
        return x  # silent: the base has it


class Pair:
    def swap(self, x, width):
        return x  # silent: another class has such a method


class Other:
    def swap(self, x, width):
        return x - width


class Recipe:
    def setup(self, config):
        self.data = self._load(config, state=config.state)

    def _load(self, config, state):  # expect: parameter-made-dead
        data = config.data()
        return data


class OtherRecipe:
    def _load(self, config, state):
        return state
# --- pkg/model.py unchanged
from pkg.attention import Heir, Layer, Pair, attend, callback, kept, masked, packed


def model(x, config):
    layer = Layer(3, bias=True)
    x = layer.forward(x, 3)
    x = layer.part(x, 3)
    x = Heir().run(x, 3)
    x = Pair().swap(x, 3)
    x = masked(x, 3)
    x = kept(x, 3)
    x = packed(x, 3, 3)
    x = callback(x, 3)
    config.register(callback)
    return attend(x, x, x, softcap=config.softcap)
