# --- pkg/base.py unchanged
class Base:
    def __init__(self, config):
        self.config = config
        self.hidden_shape = None
# --- pkg/dispatcher.py
from other import Mixin
from pkg.base import Base


class Dispatcher(Base):
    def __init__(self, config, manager):
        super().__init__(config)
        self.routing_map = None
        self.manager = manager
        self.first, self.second = None, None
        self.cudagraph_attrs = [
            "routing_map",  # silent: set above
            "hidden_shape",  # silent: set by the base class
            "manager.probs",  # silent: an attribute of an attribute
            "second",  # silent: set by unpacking
            "num_tokens",  # silent: a property
            "token_indices",  # expect: unknown-cudagraph-attribute
        ]
        self.cudagraph_attrs.append("maneger.group")  # expect: unknown-cudagraph-attribute
        self.cudagraph_attrs += ["routing_mapp"]  # expect: unknown-cudagraph-attribute
        self.saved_attrs = ["whatever"]  # silent: another list

    @property
    def num_tokens(self):
        return 1


class Open(Mixin):
    def __init__(self):
        self.cudagraph_attrs = ["probs"]  # silent: the base class is not known


class Dynamic(Base):
    def __init__(self, names):
        for name in names:
            setattr(self, name, None)
        self.cudagraph_attrs = ["probs"]  # silent: names are made at run time


class Abstract(Base):
    def __init__(self, config):
        super().__init__(config)
        self.cudagraph_attrs = ["probs"]  # silent: a subclass sets it


class Concrete(Abstract):
    def dispatch(self, x):
        self.probs = x
