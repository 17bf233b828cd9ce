# === none, tuples, text and instances
# --- pkg/values.py
from pathlib import Path


class Router:
    def __init__(self, experts):
        self.experts = experts


def of_none(group=None):
    if group is None:
        return group.size()  # expect: missing-attribute
    return group.size()  # silent: not None here


def of_none_after_a_test(group=None):
    if not group:
        group = None
    elif group is None:
        return 0
    if group is not None:
        return group.size()  # silent: the test before says that there is one
    return 0


def of_tuple():
    shape = (2, 3)
    return shape.append(4)  # expect: missing-attribute


def of_instance():
    router = Router(8)
    return router.number_of_experts  # expect: missing-attribute


def of_what_may_be_another(flag):
    value = None
    if flag:
        value = Path(".")
    return value.name  # silent: on one of two ways there is a path


def of_promise(router: Router):
    return router.weight  # silent: an annotation promises, somebody may hand over another


def of_stored_elsewhere():
    router = Router(8)
    return router.added_later  # silent: tune() stores it


def tune(router):
    router.added_later = 1


def asked_for_before():
    text = "abc"
    if hasattr(text, "shape"):
        return text.shape  # silent: asked before
    return None


def caught():
    text = (1, 2)
    try:
        return text.shape  # silent: caught
    except AttributeError:
        return None
# --- tests/test_values.py
import pytest

from pkg.values import Router


def test_raises():
    with pytest.raises(AttributeError):
        Router(1).nothing  # silent: the test wants it
# === what a change breaks, and what failed before
# --- pkg/config.py before
class Config:
    def __init__(self):
        self.hidden = 8


def width():
    return Config().hidden


def old_failure():
    return Config().unknown
# --- pkg/config.py after
class Config:
    def __init__(self):
        self.hidden_size = 8


def width():
    return Config().hidden  # expect: missing-attribute


def old_failure():
    return Config().unknown  # silent: it failed before
# === templates
# --- pkg/settings.py
base = None
rate = {{base.rate}}  # silent: a template, which is filled in before it is Python
depth = base.depth  # silent: nor does anybody know what stands here then
# --- pkg/plain.py
base = None
depth = base.depth  # expect: missing-attribute
# === what objects make of a dictionary
# --- pkg/options.py
from elsewhere.config import Config


class Own:
    def __setattr__(self, name, value):
        self.__dict__[name] = Config(value)


class Plain:
    pass


def use():
    config = Config()
    config.model = {"width": 3}
    own = Own()
    own.model = {"width": 3}
    plain = Plain()
    plain.model = {"width": 3}
    first = config.model.width  # silent: what it keeps may be another object
    second = own.model.width  # silent: so here
    return first, second, plain.model.width  # expect: missing-attribute
