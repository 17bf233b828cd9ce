# --- tests/test_model.py
import sys
import unittest

import pytest
from pytest import mark


@pytest.mark.skip  # expect: test-disabled-without-reason
def test_a():
    assert 1


@mark.skip()  # expect: test-disabled-without-reason
def test_b():
    assert 1


# expect: test-disabled-without-reason
@pytest.mark.skipif(sys.platform == "win32")
def test_c():
    assert 1


class TestModel(unittest.TestCase):
    @unittest.skip("needs a GPU")
    def test_d(self):
        assert 1

    # expect: test-disabled-without-reason
    @unittest.skip
    def test_e(self):
        assert 1

    @unittest.skipIf(sys.platform == "win32", "no fork")
    def test_f(self):
        assert 1


@pytest.mark.skip("hangs")
def test_g():
    assert 1


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax")
def test_h():
    assert 1


@pytest.mark.skip  # flaky since the driver update, issue 77
def test_i():
    assert 1


@pytest.mark.parametrize("x", [1, 2])
def test_j(x):
    assert x


# --- pkg/tool.py
import pytest


@pytest.mark.skip
def helper():
    return 1
