# title: Sort the masks
# body: Moves things about.
# --- pkg/masks.py before
from pkg.base import Shared


def causal_mask(n):  # expect: public-symbol-removed
    return n


def moved_mask(n):  # expect: public-symbol-removed
    return n


def aliased_mask(n):  # silent: an alias stays
    return n


def used_mask(n):  # silent: import-of-removed-name has who imports it
    return n


def _helper(n):  # silent: private
    return n


@deprecated("1.0")
def old_mask(n):  # silent: was announced
    return n


class Builder(Shared):
    def build(self, n):  # expect: public-symbol-removed
        return n

    def paint(self, n):  # expect: public-symbol-removed
        return n

    def draw(self, n):  # silent: the base has it
        return n

    def edge(self, n):  # silent: an attribute of that name
        return n

    def _inner(self, n):  # silent: private
        return n

    @property
    def size(self):
        return 1


class Outside(Unknown):
    def build(self, n):  # silent: the unknown base may have it
        return n
# --- pkg/masks.py after
from pkg.base import Shared


def make_mask(n):
    return n


aliased_mask = make_mask


class Builder(Shared):
    def __init__(self):
        self.edge = 1

    @property
    def size(self):
        return 1


class Outside(Unknown):
    pass
# --- pkg/moved.py
def moved_mask(n):
    return n
# --- pkg/base.py unchanged
class Shared:
    def draw(self, n):
        return n
# --- pkg/use.py unchanged
from pkg.masks import Builder, used_mask


def use(builder: Builder):
    return used_mask(builder.paint(3))
# --- pkg/__init__.py before
from .base import Shared  # expect: public-symbol-removed
from .base import missing
# --- pkg/__init__.py after
# --- pkg/many.py before
def first():  # expect: public-symbol-removed
    return 1


def second():  # silent: counted with the first
    return 2


def third():
    return 3


def fourth():
    return 4
# --- pkg/experimental/masks.py before
def attempt(n):  # silent: experimental
    return n
# --- pkg/experimental/masks.py after
# --- scripts/make.py before
def make(n):  # silent: a script
    return n
# --- scripts/make.py after
