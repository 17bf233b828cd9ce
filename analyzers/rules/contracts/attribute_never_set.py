# === classes of one repository
# --- pkg/layers.py
from dataclasses import dataclass
from typing import Protocol

import torch
from other import Remote

from pkg.base import Shared


class Router(torch.nn.Module):
    LIMIT = 4

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.register_buffer("counts", torch.zeros(4))
        self.first, (self.second, self.third) = config.pair
        self.top = self.bottom = 1
        for self.step in range(3):
            pass

    def forward(self, x):
        if self.training:  # silent: of torch.nn.Module
            x = x + self.counts  # silent: a registered buffer
        x = x * self.LIMIT  # silent: of the class
        x = x + self.first + self.second + self.third + self.bottom + self.step
        return x * self.scale  # expect: attribute-never-set

    def reset(self):
        self.seen += 1  # expect: attribute-never-set
        self.counts.zero_()
        self.helper()  # silent: a method
        return [self.confg.size for _ in range(2)]  # expect: attribute-never-set

    def helper(self):
        if hasattr(self, "cached"):
            return self.cached  # silent: it is asked for
        try:
            return self.lazy  # silent: its absence is expected
        except AttributeError:
            return self.__class__.__name__

    def patch(self, other):
        def forward(self, x):
            return self.unknown  # silent: the self of whoever it is put on

        other.forward = forward
        return lambda: self.missing  # expect: attribute-never-set

    @staticmethod
    def check(self):
        return self.free  # silent: no method

    def read(self):
        return self.given  # silent: set from outside


def give(router):
    router.given = 1
    router.config.quota = 2


class Quota:
    def run(self):
        return self.quota  # expect: attribute-never-set


class Derived(Shared):
    def run(self):
        return self.width + self.depth  # silent: of the base


class Template:
    def run(self):
        return self.size  # silent: the subclass sets it


class Filled(Template):
    def __init__(self):
        self.size = 3


class Opened:
    def __init__(self, options):
        for name, value in options.items():
            setattr(self, name, value)

    def run(self):
        return self.anything  # silent: any name may be set


class Dynamic:
    def __getattr__(self, name):
        return name

    def run(self):
        return self.anything  # silent: made when it is asked for


class LogMixin:
    def log(self):
        return self.name  # silent: whoever mixes it in has it


class Sized(Protocol):
    def run(self):
        return self.length  # silent: a protocol


class Client(Remote):
    def run(self):
        return self.session  # silent: the base is not here


@dataclass
class Options:
    size: int

    def area(self):
        return self.size * 2  # silent: a field


@dataclass(frozen=True)
class Frozen:
    size: int

    def __post_init__(self):
        object.__setattr__(self, "area", self.size * 2)

    def run(self):
        return self.area  # silent: set in the way of frozen classes
# --- tests/test_engine.py unchanged
def test_engine(engine):
    engine.quota = 3
# --- pkg/base.py unchanged
class Shared:
    depth = 2

    def __init__(self):
        self.width = 1
# --- pkg/trainer.py before
class Trainer:
    def __init__(self):
        self.losses = []

    def mean(self):
        return sum(self.losses)
# --- pkg/trainer.py after
class Trainer:
    def __init__(self):
        self.history = []

    def mean(self):
        return sum(self.losses)  # expect: attribute-never-set
# === A text names the class: another project mixes it into its worker
# --- pkg/extension.py
class QuantExtension:
    def reload(self):
        return self.runner.model  # silent


class OtherExtension:
    def reload(self):
        return self.runner.model  # expect: attribute-never-set
# --- pkg/launch.py unchanged
OPTIONS = {"worker_extension_cls": "pkg.extension.QuantExtension", "note": "no OtherExtension"}
# === Classes that others are made of
# --- tools/convert/base.py
from abc import ABC, abstractmethod


class Converter(ABC):
    @abstractmethod
    def run(self):
        ...

    def start(self):
        self.prepare()  # silent: of an abstract class somebody makes one


class Reader:
    def start(self):
        self.open()  # silent: a class that is imported by another path has it


class Writer:
    def start(self):
        self.open()  # expect: attribute-never-set
# --- tools/convert/files.py unchanged
from convert.base import Reader


class FileReader(Reader):
    def open(self):
        return None
# === Code that never runs
# --- pkg/dead.py
class Loader:
    def __init__(self):
        self.is_cached = False

    def load(self, path):
        if path is None:
            raise ValueError("no path")
            self.default_path.open()  # silent: behind a raise
        if self.is_cached:
            return self.cached_rows  # silent: the flag is always false
        return self.open_rows(path)  # expect: attribute-never-set
# === Actors
# --- pkg/actors.py
import ray

from lib import patched


class Role:
    def setup(self, strategy):
        self.strategy = strategy


@ray.remote(num_gpus=1)
class Actor(Role):
    def fit(self, engines):
        return self.strategy, self.engines  # expect: attribute-never-set


@ray.remote
class Lone:
    def fit(self):
        return self.url  # expect: attribute-never-set


@patched
class Patched:
    def fit(self):
        return self.url  # silent: the decorator may set it
