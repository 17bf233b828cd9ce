# --- tests/unit/test_ops.py
import pytest
import torch
from tests.helpers import exercise

from pkg.ops import scale


def test_nothing():  # expect: test-without-assertion
    result = scale(2.0)
    print(result)


class TestScale:
    # expect: test-without-assertion
    def test_method(self):
        scale(1)

    def test_asserts(self):
        assert scale(2.0) == 4.0

    def test_torch(self):
        torch.testing.assert_close(scale(torch.ones(2)), torch.full((2,), 2.0))

    def test_raises(self):
        with pytest.raises(ValueError):
            scale(None)

    def test_through_method(self):
        self.helper(3)

    def helper(self, x):
        assert scale(x) == 2 * x


def step(x):
    if scale(x) != 2 * x:
        raise AssertionError(x)


def test_through_function():
    step(3)


def test_through_import():
    exercise(scale)


def test_check_by_name():
    _verify_outputs(scale(1))


def test_smoke():
    scale(1)


def test_empty_input():
    scale([])  # Must not raise.


def test_loading(model, state):
    model.load_state_dict(state)


def test_target():
    return 1


TARGET = test_target


@pytest.mark.skip(reason="needs 8 GPUs")
def test_skipped():
    scale(1)


def helper_that_is_no_test():
    def test_inner():
        scale(1)

    return test_inner


# --- pkg/ops.py
def test_flag(x):
    return x
