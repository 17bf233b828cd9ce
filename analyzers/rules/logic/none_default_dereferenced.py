# --- pkg/base.py unchanged
class Base:
    def sharded_state_dict(self, metadata=None):
        return {}
# --- pkg/module.py
import abc

import torch

from pkg.base import Base


class Attention(torch.nn.Module):
    def __init__(self, config, pg_collection=None):
        super().__init__()
        self.config = config
        self.tp_size = pg_collection.tp.size()  # expect: none-default-dereferenced

    def forward(self, x, mask=None):
        return x + mask[0]  # silent: a signature that the caller knows


def scale(x, factors=None):
    with torch.no_grad():
        return x * factors[0]  # expect: none-default-dereferenced


def log(step, *, writer=None):
    writer.add_scalar("step", step)  # expect: none-default-dereferenced


class Layer(Base):
    def sharded_state_dict(self, metadata=None):
        return {"format": metadata["format"]}  # silent: the base class dictates it


def tested(x, factors=None):
    if factors is None:
        factors = [1]
    return x * factors[0]  # silent: tested


def asserted(x, factors=None):
    assert factors
    return x * factors[0]  # silent: tested


def passed_on(x, config=None):
    check(config)
    return x * config.scale  # silent: check() may look at it


def check(config):
    pass


def sometimes(x, config=None):
    if x.training:
        return x * config.scale  # silent: only then
    return x


def early(x, config=None):
    if not x.training:
        return x
    return x * config.scale  # silent: only when the function gets there


def expected(x, config=None):
    try:
        return x * config.scale  # silent: in a try
    except AttributeError:
        return x


def deferred(x, config=None):
    return lambda: config.scale  # silent: runs later


class Interface(abc.ABC):
    @abc.abstractmethod
    def build(self, config=None):
        return config.scale  # silent: abstract


def silenced(x, config=None):
    return x * config.scale  # type: ignore  # pylint: disable=union-attr  # silent: says the comment
