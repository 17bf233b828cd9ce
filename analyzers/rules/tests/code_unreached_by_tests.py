# === One of two functions is left out.
# --- pkg/core/pack.py
def pack(sequences, length):
    bins = []
    for sequence in sorted(sequences, key=len):
        if bins and len(bins[-1]) + len(sequence) <= length:
            bins[-1] = bins[-1] + sequence
        else:
            bins.append(sequence)
    return bins


# expect: code-unreached-by-tests
def unpack(bins, lengths):
    sequences = []
    position = 0
    for count in lengths:
        if position >= len(bins):
            raise ValueError(count)
        row = bins[position]
        sequences.append(row[:count])
        bins[position] = row[count:]
        if not bins[position]:
            position += 1
    return sequences
# --- tests/test_pack.py
from pkg.core.pack import pack


def test_pack():
    assert pack([[1], [2, 3]], 3) == [[1, 2, 3]]
# === Long, without a branch.
# --- pkg/core/report.py
def render(state):
    return [state.a, state.b].copy().pop() + 1


# expect: code-unreached-by-tests
def summarise(state):
    state.a = 1
    state.b = 2
    state.c = 3
    state.d = 4
    state.e = 5
    state.f = 6
    state.g = 7
    state.h = 8
    state.i = 9
    state.j = 10
    state.k = 11
    state.l = 12
    state.m = 13
    state.n = 14
    return state
# --- tests/test_report.py
from pkg.core.report import render


def test_render(state):
    first = render(state)
    second = render(state)
    assert first == second
    assert first is not None
# === A method of a class that tests name, but which is not run through an instance.
# --- pkg/core/store.py before
class Store:
    def get(self, key):
        return self.values[key]
# --- pkg/core/store.py after
class Store:
    def get(self, key):
        return self.values[key]

    # expect: code-unreached-by-tests
    def compact(self, limit):
        kept = {}
        for key in sorted(self.values):
            if len(kept) == limit:
                break
            kept[key] = self.values[key]
        dropped = len(self.values) - len(kept)
        self.values = kept
        self.dropped += dropped
        self.is_compact = True
        return dropped
# --- tests/test_store.py
from pkg.core.store import Store


def test_get():
    store = Store()
    store.values = {1: 2}
    assert store.get(1) == 2
    assert store.get(1) != 3
    assert store.values
# === Small, or reached.
# --- pkg/core/small.py
def shift(values, by):
    result = []  # silent: short
    for value in values:
        result.append(value + by)
    return result


def first_of(values):
    return second_of(values)


def second_of(values):
    return third_of(values)


def third_of(values):
    total = 0  # silent: three calls away from a test
    for value in values:
        if value < 0:
            continue
        total += value
    count = len(values)
    if count == 0:
        return 0
    if total > count:
        return total
    return total / count


class Runner:
    def run_all(self, jobs):
        done = []  # silent: only one class has the method, and a caller is named
        for job in jobs:
            if job.is_done:
                continue
            job.run()
            job.is_done = True
            job.count += 1
            done.append(job)
        return done


def drive(runner, jobs):
    return runner.run_all(jobs)
# --- tests/test_small.py
from pkg.core.small import drive, first_of


def test_first():
    assert first_of([1, 2]) == 3


def test_drive(runner):
    assert drive(runner, []) == []
# === The whole change brings no test: another rule says so.
# --- pkg/core/pack.py
def unpack(bins, lengths):
    sequences = []  # silent: untested-code-path speaks of it
    position = 0
    for count in lengths:
        if position >= len(bins):
            raise ValueError(count)
        row = bins[position]
        sequences.append(row[:count])
        bins[position] = row[count:]
        if not bins[position]:
            position += 1
    return sequences
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === title: Revert "Drop unpack"
# title: Revert "Drop unpack"
# --- pkg/core/pack.py
def unpack(bins, lengths):
    sequences = []  # silent: takes an earlier change back
    position = 0
    for count in lengths:
        if position >= len(bins):
            raise ValueError(count)
        row = bins[position]
        sequences.append(row[:count])
        bins[position] = row[count:]
        if not bins[position]:
            position += 1
    return sequences
# --- tests/test_pack.py
def test_pack():
    assert 1
