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
    @unittest.skip("needs a GPU")  # silent: the reason is the first argument
    def test_d(self):
        assert 1

    # expect: test-disabled-without-reason
    @unittest.skip
    def test_e(self):
        assert 1

    # silent: the reason is the second argument
    @unittest.skipIf(sys.platform == "win32", "no fork")
    def test_f(self):
        assert 1


@pytest.mark.skip("hangs")  # silent: the reason is the first argument
def test_g():
    assert 1


# silent: the reason is a keyword
@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax")
def test_h():
    assert 1


@pytest.mark.skip  # flaky since the driver update, issue 77
def test_i():  # silent: a comment beside the mark is a reason
    assert 1


# Hangs with more than one process, issue 78.
@pytest.mark.skip
def test_above():  # silent: a comment above the mark is a reason
    assert 1


@pytest.mark.skip(*REASON)
def test_star():  # silent: the reason may be among what the star gives
    assert 1


@pytest.mark.skipif
def test_bare():  # silent: without a condition the mark skips nothing
    assert 1


@pytest.mark.flaky  # expect: test-disabled-without-reason
def test_quarantined():
    assert 1


# silent: runs, and more than once
@pytest.mark.flaky(reruns=3)
def test_again():
    assert 1


@pytest.mark.flaky_in_dev  # Times out on the old driver, issue 90.
def test_explained():  # silent: a comment beside the mark is a reason
    assert 1


@pytest.mark.parametrize("x", [1, 2])  # silent: a mark that skips nothing
def test_j(x):
    assert x


# --- pkg/tool.py
import pytest


@pytest.mark.skip
def helper():  # silent: the file is no test
    return 1
