# --- pkg/plan.py
import triton

MAX_ROWS = 4096


def plan(rows):
    if len(rows) > 4096:  # expect: magic-number
        rows = rows.head()
    return min(len(rows), 4096)


def scale(x, y):
    return x * 0.125 + y * 0.125  # expect: magic-number


class Buffer:
    def grow(self, size):
        while self.size < size + 37:  # expect: magic-number
            self.size += 37


def once(rows):
    return len(rows) > 4096  # silent: once


def plain(x):
    return x / 2 + 1 - 2 + x * 0.5 + 0.5 + 1e-6 + (x + 1e-6)  # silent: numbers that need no name


def named(build):
    return build(limit=4096), build(limit=4096)  # silent: the keyword names it


def constant(rows):
    limit = 4096  # silent: this is its name
    return len(rows) > limit or limit > 4096


def data():
    return [4096, 4096]  # silent: data


@triton.jit
def kernel(x):
    return x + 4096 + x * 4096  # silent: a kernel
# --- tests/test_plan.py
def test_plan(x):
    assert x > 4096 or x < 4096  # silent: a test
