# === The test goes, the code changes.
# --- pkg/core/scale.py before
def scale_loss(loss, factor):
    return loss * factor


def shift_loss(loss, offset):
    return loss + offset


def clamp_loss(loss, limit):
    return min(loss, limit)
# --- pkg/core/scale.py after
def scale_loss(loss, factor):
    return loss * factor * factor


def shift_loss(loss, offset):
    return loss - offset


def clamp_loss(loss, limit):
    return max(loss, limit)
# --- tests/test_scale.py before
from pkg.core.scale import scale_loss, shift_loss


# expect: last-test-removed
def test_scale_loss():
    assert scale_loss(1.0, 2.0) == 2.0


def test_shift_loss():
    assert shift_loss(1.0, 2.0) == 3.0
# --- tests/test_scale.py after
from pkg.core.scale import shift_loss


def test_shift_loss():
    assert shift_loss(1.0, 2.0) == -1.0
# --- tests/test_clamp.py before
from pkg.core.scale import clamp_loss


class TestClamp:
    # expect: last-test-removed
    def test_clamp_loss(self):
        assert clamp_loss(3.0, 2.0) == 2.0
# === A whole file of tests goes.
# --- pkg/core/store.py before
class Store:
    def compact(self):
        return self
# --- pkg/core/store.py after
class Store:
    def compact(self):
        self.values = {}
        return self
# --- tests/test_store.py before
from pkg.core.store import Store


def test_compact():  # expect: last-test-removed
    assert Store().compact() is not None
# --- tests/test_other.py unchanged
def test_other():
    assert 1
# === Renamed, moved, replaced.
# --- pkg/core/scale.py before
def scale_loss(loss, factor):
    return loss * factor
# --- pkg/core/scale.py after
def scale_loss(loss, factor):
    return loss * factor * factor
# --- tests/test_scale.py before
from pkg.core.scale import scale_loss


def test_scale_loss():  # silent: another test names the function
    assert scale_loss(1.0, 2.0) == 2.0


def test_moved():  # silent: the test is in another file now
    assert scale_loss(1.0, 3.0) == 3.0
# --- tests/test_scale.py after
from pkg.core.scale import scale_loss


def test_scale_is_squared():
    assert scale_loss(1.0, 2.0) == 4.0
# --- tests/test_more.py
from pkg.core.scale import scale_loss


def test_moved():
    assert scale_loss(1.0, 3.0) == 9.0
# === The code goes with its test, or does not change.
# --- pkg/core/scale.py before
def scale_loss(loss, factor):
    return loss * factor


def shift_loss(loss, offset):
    return loss + offset
# --- pkg/core/scale.py after
def shift_loss(loss, offset):
    return loss + offset
# --- tests/test_scale.py before
from pkg.core.scale import scale_loss, shift_loss


def test_scale_loss():  # silent: what it tested is gone
    assert scale_loss(1.0, 2.0) == 2.0


def test_shift_loss():  # silent: what it tested does not change
    assert shift_loss(1.0, 2.0) == 3.0


def helper():  # silent: no test
    return 1
# --- tests/test_scale.py after
from pkg.core import scale


def test_scale():
    assert scale
