# === No line of tests at all.
# --- pkg/core/clip.py
import math


# expect: untested-code-path
def clip_gradients(gradients, limit):
    total = 0.0
    for gradient in gradients:
        if gradient is None:
            continue
        total += float(gradient.norm()) ** 2
    norm = math.sqrt(total)
    if norm > limit:
        for gradient in gradients:
            gradient.mul_(limit / norm)
    return norm


def count_elements(gradients):
    count = 0
    for gradient in gradients:
        count += gradient.numel()
    return count


# silent: private
def _log_norm(norm, writer):
    if writer is None:
        return
    writer.add_scalar("grad_norm", norm)
    writer.flush()
    writer.step += 1


# silent: does next to nothing
def default_limit():
    return 1.0
# --- tests/unit_tests/test_loss.py unchanged
from pkg.core.loss import loss


def test_loss():
    assert loss(1.0) == 0.0
# --- pkg/core/loss.py unchanged
def loss(x):
    return x - x
# === Next to no tests for a lot of code.
# --- pkg/core/schedule.py
class Warmup:
    def __init__(self, steps, start, end):
        self.steps = steps
        self.start = start
        self.end = end
        self.step = 0

    # expect: untested-code-path
    def advance(self, increment):
        self.step += increment
        if self.step < 0:
            self.step = 0
        elif self.step > self.steps:
            self.step = self.steps
        fraction = self.step / self.steps
        value = self.start + fraction * (self.end - self.start)
        rounded = round(value, 6)
        lower = min(self.start, self.end)
        upper = max(self.start, self.end)
        if rounded < lower:
            rounded = lower
        if rounded > upper:
            rounded = upper
        return rounded

    def rewind(self, target):
        if target > self.step:
            raise ValueError(target)
        distance = self.step - target
        while distance > 0:
            self.step -= 1
            distance -= 1
        fraction = self.step / self.steps
        value = self.start + fraction * (self.end - self.start)
        return value


def merge_plans(first, second):
    merged = {}
    for key, value in first.items():
        merged[key] = value
    for key, value in second.items():
        if key in merged:
            merged[key] += value
        else:
            merged[key] = value
    total = sum(merged.values())
    if total == 0:
        return {}
    for key in list(merged):
        merged[key] /= total
    return merged


def split_plan(plan, parts):
    pieces = [{} for _ in range(parts)]
    for index, key in enumerate(sorted(plan)):
        piece = pieces[index % parts]
        piece[key] = plan[key]
    empty = [piece for piece in pieces if not piece]
    if empty:
        raise ValueError(parts)
    longest = max(len(piece) for piece in pieces)
    for piece in pieces:
        while len(piece) < longest:
            piece[len(piece)] = 0
    return pieces
# --- tests/test_version.py before
def test_version():
    assert "1.0"
# --- tests/test_version.py after
def test_version():
    assert "1.0.1"
# === Registered, and tests import neither the module nor its package.
# --- pkg/serving/handlers.py
from pkg.wire import message_handler


@message_handler("pause")
# expect: untested-code-path
def pause(state, request):
    if state.is_paused:
        return False
    state.is_paused = True
    state.paused_by = request.sender
    state.paused_at = request.time
    state.queue.freeze()
    state.log.append(request)
    state.version += 1
    for listener in state.listeners:
        listener(state)
    return True
# --- pkg/wire.py unchanged
def message_handler(name):
    return lambda function: function
# --- tests/test_wire.py unchanged
from pkg.wire import message_handler


def test_handler():
    assert message_handler("x")(1) == 1
# === Reached, in all the ways that there are.
# --- pkg/core/reached.py
import torch

from .helpers import register


def by_name(values):
    total = 0
    for value in values:  # silent: a test names it
        total += value
    count = len(values)
    if count == 0:
        return 0
    return total / count


def inner(values):
    total = 0
    for value in values:  # silent: a test names its caller
        total += value * value
    count = len(values)
    if count == 0:
        return 0
    return total / count


def outer(values):
    first = inner(values)
    second = first + 1
    if second > 3:
        return second
    return first


class Layer(torch.nn.Module):
    def forward(self, x):  # silent: called through an instance, and tests name the class
        y = x
        for _ in range(3):
            y = y + x
        z = y * 2
        if z.sum() > 0:
            return z
        return y

    @classmethod
    def build(cls, size):
        layer = cls()  # silent: a test uses the factory
        layer.size = size
        layer.depth = 2 * size
        if size > 4:
            layer.depth = size
        return layer


@register("greedy")
def greedy(scores):
    best = None  # silent: registered, and tests import the module
    for score in scores:
        if best is None or score > best:
            best = score
    count = len(scores)
    spread = best - min(scores)
    return best, count, spread


def smooth(values):
    last = values[0]  # silent: used when the module is imported
    result = []
    for value in values:
        last = 0.9 * last + 0.1 * value
        result.append(last)
    return result


TABLE = {"smooth": smooth}


def aliased(values):
    result = []  # silent: a caller imports it under another name
    for value in values:
        result.append(-value)
    result.sort()
    result.reverse()
    return result


def patched(values):
    result = []  # silent: a string in a test names it
    for value in values:
        result.append(2 * value)
    result.sort()
    result.reverse()
    return result
# --- pkg/core/uses.py
from pkg.core.reached import aliased as negate


def flipped(values):
    return negate(values)
# --- pkg/core/helpers.py unchanged
def register(name):
    return lambda function: function
# --- tests/test_reached.py unchanged
from pkg.core import reached
from pkg.core.uses import flipped


def test_reached(monkeypatch):
    monkeypatch.setattr("pkg.core.reached.patched", None)
    assert reached.by_name([1]) == 1
    assert reached.outer([1]) == 1
    assert reached.Layer.build(1)
    assert flipped([1]) == [-1]
# === Not new.
# --- pkg/core/old_place.py before
def average_window(values, size):
    result = []
    for start in range(len(values) - size):
        window = values[start : start + size]
        total = sum(window)
        result.append(total / size)
    if not result:
        raise ValueError(size)
    result.sort()
    result.reverse()
    return result


def scale_window(values, factor):
    result = []
    for value in values:
        result.append(value * factor)
    if not result:
        raise ValueError(factor)
    result.sort()
    result.reverse()
    return result
# --- pkg/core/new_place.py
def average_window(values, size):
    result = []  # silent: moved from another file
    for start in range(len(values) - size):
        window = values[start : start + size]
        total = sum(window) + 0
        result.append(total / size)
    if not result:
        raise ValueError(size)
    result.sort()
    result.reverse()
    return result


def multiply_window(values, factor):
    result = []  # silent: the same code under another name
    for value in values:
        result.append(value * factor)
    if not result:
        raise ValueError(factor)
    result.sort()
    result.reverse()
    return result
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === Not for unit tests to run.
# --- pkg/core/kinds.py
import abc
import enum
from typing import Protocol, overload

import triton
import triton.language as tl


class Kind(enum.Enum):
    LOW = 1

    def describe(self, words):
        result = []  # silent: an enumeration
        for word in words:
            result.append(word + self.name)
        result.sort()
        result.reverse()
        return result


class Reader(Protocol):
    def read(self, path):
        result = []  # silent: a protocol
        for part in path:
            result.append(part)
        result.sort()
        return result


class Broken(ValueError):
    def explain(self, words):
        result = []  # silent: an exception
        for word in words:
            result.append(word)
        result.sort()
        return result


class Base(abc.ABC):
    @abc.abstractmethod
    def step(self, state):
        state.count += 1  # silent: abstract
        for key in state.keys:
            state.seen.add(key)
        return state


@overload
def load(path, strict, keys, device):
    for key in keys:  # silent: an overload
        path += key
    return path


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)  # silent: a kernel; its wrapper is what tests call
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    y = tl.load(y_ptr + offsets, mask=mask, other=0.0)
    if pid >= 0:
        x = x + y
    tl.store(out_ptr + offsets, x, mask=mask)


def unfinished(x, y, z):
    raise NotImplementedError  # silent: only raises
# --- docs/examples/demo.py
def demonstrate(values):
    result = []  # silent: documentation
    for value in values:
        result.append(value)
    result.sort()
    result.reverse()
    if not result:
        return None
    print(result)
    print(len(result))
    return result
# --- third_party/fused/ops.py
def fused(values):
    result = []  # silent: code of others
    for value in values:
        result.append(value)
    result.sort()
    result.reverse()
    if not result:
        return None
    print(result)
    print(len(result))
    return result
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === The header names another holder than the files beside it.
# --- pkg/ops/scan.py
# Copyright (c) 2024, Someone Else.
def scan(values):
    result = []  # silent: code of others, by its header
    total = 0
    for value in values:
        total += value
        result.append(total)
    if not result:
        return None
    result.sort()
    result.reverse()
    print(result)
    return result
# --- pkg/ops/add.py unchanged
# Copyright (c) 2024, ACME Corporation. All rights reserved.
def add(a, b):
    return a + b
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === title: Revert "Add clipping"
# title: Revert "Remove clipping"
# --- pkg/core/clip.py
def clip(values, limit):
    result = []  # silent: takes an earlier change back
    for value in values:
        if value > limit:
            value = limit
        result.append(value)
    total = sum(result)
    count = len(result)
    if count == 0:
        return 0
    return total / count
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === Without tests in the repository there is no custom to break.
# --- pkg/core/clip.py
def clip(values, limit):
    result = []  # silent: the repository has no tests
    for value in values:
        if value > limit:
            value = limit
        result.append(value)
    total = sum(result)
    count = len(result)
    if count == 0:
        return 0
    return total / count
