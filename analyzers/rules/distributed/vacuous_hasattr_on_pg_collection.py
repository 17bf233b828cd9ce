# --- megatron/core/process_groups_config.py unchanged
from dataclasses import dataclass, field, fields


@dataclass
class ProcessGroupCollection:
    tp: object = field(init=False)
    cp: object = field(init=False)
    dp_cp: object = field(init=False)

    def __getattr__(self, name):
        if name in {f.name for f in fields(self.__class__)}:
            return None
        raise AttributeError(name)


@dataclass
class PlainCollection:
    tp: object = None
# --- megatron/core/use.py
from typing import Optional

from megatron.core.process_groups_config import PlainCollection, ProcessGroupCollection


def pick(pg_collection, default):
    if not hasattr(pg_collection, "cp"):  # expect: vacuous-hasattr-on-pg-collection
        return default
    return pg_collection.cp


class Layer:
    def check(self):
        assert hasattr(self.pg_collection, "tp"), "need tp"  # expect: vacuous-hasattr-on-pg-collection


def annotated(groups: Optional[ProcessGroupCollection], default):
    # expect: vacuous-hasattr-on-pg-collection
    return groups.dp_cp if hasattr(groups, "dp_cp") else default


def also_tested(pg_collection):
    # silent: the value is tested, too
    if hasattr(pg_collection, "tp") and pg_collection.tp is not None:
        return pg_collection.tp
    return None


def none_either_way(pg_collection):
    # silent: None in both cases
    return pg_collection.tp if hasattr(pg_collection, "tp") else None


def no_field(pg_collection):
    return hasattr(pg_collection, "window")  # silent: not a field, so that it may be missing


def other_class(groups: PlainCollection):
    return hasattr(groups, "tp")  # silent: that class does not answer for missing fields


def unknown(model):
    return hasattr(model, "tp")  # silent: another object


def right(pg_collection):
    return getattr(pg_collection, "tp", None) is not None  # silent: asks for the value
