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

    def test_third(self):  # expect: test-without-assertion
        value = scale(torch.ones(3))
        print(value.shape)

    def test_asserts(self):  # silent: an assertion
        assert scale(2.0) == 4.0

    def test_torch(self):  # silent: a call whose name says that it checks
        torch.testing.assert_close(scale(torch.ones(2)), torch.full((2,), 2.0))

    def test_raises(self):  # silent: an expected exception
        with pytest.raises(ValueError):
            scale(None)

    def test_through_method(self):  # silent: the method asserts
        self.helper(3)

    def helper(self, x):
        assert scale(x) == 2 * x


def step(x):
    if scale(x) != 2 * x:
        raise AssertionError(x)


def test_through_function():  # silent: the function raises
    step(3)


def test_through_import():  # silent: a helper of the tests, of another file
    exercise(scale)


def test_check_by_name():  # silent: verifies by its name
    _verify_outputs(scale(1))


def test_smoke():  # silent: by its name not meant to check anything
    scale(1)


def test_empty_input():  # silent: a comment says what it is for
    scale([])  # Must not raise.


def test_loading(model, state):  # silent: the call raises on a mismatch
    model.load_state_dict(state)


def test_target():  # silent: used as a value, so no test
    return 1


TARGET = test_target


@pytest.mark.skip(reason="needs 8 GPUs")
def test_skipped():  # silent: it does not run
    scale(1)


def helper_that_is_no_test():
    def test_inner():  # silent: pytest does not collect inner functions
        scale(1)

    return test_inner


# --- pkg/ops.py
def test_flag(x):  # silent: the file is no test
    return x
