# === A fix of some size.
# title: fix(optimizer): keep the step count when a group is empty
# --- pkg/core/optimizer.py before
def step(groups):
    for group in groups:
        group.update()
# --- pkg/core/optimizer.py after
def step(groups):
    # expect: untested-fix
    count = 0
    skipped = 0
    for group in groups:
        if not group.parameters:
            skipped += 1
            continue
        group.update()
        count += 1
    if count == 0 and skipped > 0:
        return None
    total = count + skipped
    return total
# --- tests/test_optimizer.py unchanged
from pkg.core.optimizer import step


def test_step():
    assert step([]) is None
# === Small: a question.
# title: Fix off-by-one in the sampler
# --- pkg/core/sampler.py before
def last_index(length):
    return length
# --- pkg/core/sampler.py after
def last_index(length):
    return length - 1  # expect: untested-fix
# --- tests/test_sampler.py unchanged
from pkg.core.sampler import last_index


def test_last_index():
    assert last_index
# === Said in the only commit: the title of a change may be empty, see the engine's tests.
# title: Hotfix: restore the scale
# --- pkg/core/scaler.py before
def scale(x):
    return x
# --- pkg/core/scaler.py after
def scale(x):
    return x * 2.0  # expect: untested-fix
# === With a test.
# title: Fix off-by-one in the sampler
# --- pkg/core/sampler.py before
def last_index(length):
    return length
# --- pkg/core/sampler.py after
def last_index(length):
    return length - 1  # silent: the change edits a test
# --- tests/test_sampler.py before
from pkg.core.sampler import last_index


def test_last_index():
    assert last_index(3) == 3
# --- tests/test_sampler.py after
from pkg.core.sampler import last_index


def test_last_index():
    assert last_index(3) == 2
# === No fix by its title.
# title: Prefix sums for the sampler
# --- pkg/core/sampler.py before
def last_index(length):
    return length
# --- pkg/core/sampler.py after
def last_index(length):
    return length - 1  # silent: "prefix" is no fix
# === A fix of words.
# title: Fix typo in error message
# --- pkg/core/sampler.py before
def last_index(length):
    raise ValueError("lenght")
# --- pkg/core/sampler.py after
def last_index(length):
    raise ValueError("length")  # silent: fixes what is written, not what runs
# === Only comments change.
# title: Fix the explanation of the index
# --- pkg/core/sampler.py before
def last_index(length):
    # One to many.
    return length - 1
# --- pkg/core/sampler.py after
def last_index(length):
    # silent: no line of code changes
    return length - 1
# === Outside of the product.
# title: Fix the launcher
# --- scripts/launch.py before
def launch(n):
    return n
# --- scripts/launch.py after
def launch(n):
    return n + 1  # silent: a script
# === A new function without any test: another rule says so.
# title: Fix clipping
# --- pkg/core/clip.py
def clip(values, limit):
    result = []  # silent: untested-code-path speaks of it
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
