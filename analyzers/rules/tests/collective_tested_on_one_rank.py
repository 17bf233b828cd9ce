# === A new collective, tested on one rank.
# --- pkg/core/stats.py
import torch
import torch.distributed as dist


class Statistics:
    def __init__(self, group):
        self.group = group
        self.total = torch.zeros(1)
        self.count = torch.zeros(1)

    def add(self, values):
        self.total += values.sum()
        self.count += values.numel()

    def mean(self):
        if self.count == 0:
            return None
        dist.all_reduce(self.total, group=self.group)  # expect: collective-tested-on-one-rank
        dist.all_reduce(self.count, group=self.group)
        return self.total / self.count

    def reset(self):
        self.total.zero_()
        self.count.zero_()
# --- tests/test_stats.py
from pkg.core.stats import Statistics


def test_mean(values):
    statistics = Statistics(None)
    statistics.add(values)
    assert statistics.mean() is not None
# === A mapping of tensor parallelism.
# --- pkg/core/head.py
from pkg.tensor_parallel.mappings import gather_from_tensor_model_parallel_region


class Head:
    def __init__(self, weight):
        self.weight = weight
        self.scale = 1.0
        self.bias = None

    def project(self, x):
        y = x @ self.weight
        if self.bias is not None:
            y = y + self.bias
        y = y * self.scale
        # expect: collective-tested-on-one-rank
        y = gather_from_tensor_model_parallel_region(y)
        return y

    def set_scale(self, scale):
        if scale <= 0:
            raise ValueError(scale)
        self.scale = scale
# --- pkg/tensor_parallel/mappings.py unchanged
def gather_from_tensor_model_parallel_region(x):
    return x
# --- tests/test_head.py
from pkg.core.head import Head


def test_project(x):
    assert Head(x).project(x) is not None


def test_set_scale(x):
    head = Head(x)
    head.set_scale(2.0)
    assert head.scale == 2.0
# === A barrier more than there was.
# --- pkg/core/save.py before
import torch


def save(state, path):
    torch.distributed.barrier()
    torch.save(state, path)
# --- pkg/core/save.py after
import torch


def save(state, path, keep=3):
    torch.distributed.barrier()
    torch.save(state, path)
    names = sorted(state.names)
    if len(names) > keep:
        for name in names[:-keep]:
            state.drop(name)
    for name in names:
        if name.startswith("_"):
            state.hide(name)
    state.count += 1
    state.last = path
    state.is_saved = True
    if state.count % 10 == 0:
        state.report()
    for listener in state.listeners:
        listener(path)
    state.listeners.clear()
    if state.size > state.limit:
        state.shrink()
    state.size += 1
    state.limit += 1
    torch.distributed.barrier()  # expect: collective-tested-on-one-rank
# --- tests/test_save.py
from pkg.core.save import save


def test_save(state, tmp_path):
    save(state, tmp_path / "x")
    assert state.is_saved
# === Evidence of several ranks, in all the ways that there are.
# --- pkg/core/exchange.py
import torch.distributed as dist


def exchange(x, group):
    values = []
    for value in x:
        if value is None:
            continue
        values.append(value)
    if not values:
        return None
    count = len(values)
    total = sum(values)
    if count > 1:
        total = total / count
    for value in values:
        value.count = count
        value.total = total
    if total is None:
        return values
    dist.broadcast(total, 0, group=group)  # silent: the tests set a parallel size
    return total
# --- tests/test_exchange.py
import pytest
from pkg.core.exchange import exchange
from pkg.testing import start


@pytest.mark.parametrize("tp_size", [2, 4])
def test_exchange(tp_size):
    group = start(tensor_model_parallel_size=tp_size)
    assert exchange([], group) is None
# === A helper of the tests starts the ranks.
# --- pkg/core/exchange.py
import torch.distributed as dist


def exchange(x, group):
    values = []
    for value in x:
        if value is None:
            continue
        values.append(value)
    if not values:
        return None
    count = len(values)
    total = sum(values)
    if count > 1:
        total = total / count
    for value in values:
        value.count = count
        value.total = total
    if total is None:
        return values
    dist.broadcast(total, 0, group=group)  # silent: what the test imports spawns processes
    return total
# --- tests/test_exchange.py
from pkg.core.exchange import exchange
from tests.helpers import on_all_ranks


def test_exchange():
    on_all_ranks(lambda group: exchange([], group))
    assert exchange([], None) is None
# --- tests/helpers.py unchanged
import torch.multiprocessing as mp


def on_all_ranks(function):
    mp.spawn(function, nprocs=2)
# === A functional case is new.
# --- pkg/core/exchange.py
import torch.distributed as dist


def exchange(x, group):
    values = []
    for value in x:
        if value is None:
            continue
        values.append(value)
    if not values:
        return None
    count = len(values)
    total = sum(values)
    if count > 1:
        total = total / count
    for value in values:
        value.count = count
        value.total = total
    if total is None:
        return values
    dist.broadcast(total, 0, group=group)  # silent: a functional case comes with it
    return total
# --- tests/test_exchange.py
from pkg.core.exchange import exchange


def test_exchange():
    assert exchange([], None) is None
# --- tests/functional_tests/gpt/model_config.yaml
MODEL_ARGS:
  --tensor-model-parallel-size: 2
# === Moved, or hardly any new code.
# --- pkg/core/old.py before
import torch.distributed as dist


def first(x, group):
    dist.all_reduce(x, group=group)
    return x
# --- pkg/core/new.py
import torch.distributed as dist


def first(x, group, scale=1.0):
    if scale != 1.0:
        x = x * scale
    values = []
    for value in x:
        if value is None:
            continue
        values.append(value)
    count = len(values)
    total = sum(values)
    if count > 1:
        total = total / count
    for value in values:
        value.count = count
        value.total = total
    if total is None:
        return values
    dist.all_reduce(x, group=group)  # silent: no more of them than before
    return x
# --- pkg/core/short.py
import torch.distributed as dist


def short(x, group):
    dist.all_gather(x, x, group=group)  # silent: less than twenty new lines
# --- examples/demo.py
import torch.distributed as dist


def demonstrate(x):
    dist.barrier()  # silent: an example
    values = []
    for value in x:
        if value is None:
            continue
        values.append(value)
    count = len(values)
    total = sum(values)
    if count > 1:
        total = total / count
    for value in values:
        value.count = count
        value.total = total
    if total is None:
        return values
    values.sort()
    values.reverse()
    return values
# --- tests/test_first.py
from pkg.core.new import first


def test_first():
    assert first([], None) == []
