# --- tests/test_ops.py before
import torch
from torch.autograd import gradcheck

from pkg.ops import Clip


def test_clip_gradient():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert gradcheck(Clip.apply, (x,))
# --- tests/test_ops.py after
import pytest
import torch
from torch.autograd import gradcheck, gradgradcheck

from pkg.ops import Clip, Scale, scale_all


def test_clip_gradient():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert gradcheck(Clip.apply, (x,))  # silent: the test was there before


def test_scale_gradient():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert gradcheck(Scale.apply, (x, 2.0))  # expect: gradient-checked-by-test
    # expect: gradient-checked-by-test
    assert gradgradcheck(lambda t: Clip.apply(t), (x,))


def test_through_a_function():
    def run(t):
        return Scale.apply(t, 3.0)

    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(run, (x,))  # expect: gradient-checked-by-test


def test_plain_function():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert gradcheck(scale_all, (x,))  # silent: no autograd.Function that one can see


@pytest.mark.skip(reason="flaky")
def test_skipped():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert gradcheck(Scale.apply, (x, 2.0))  # silent: the test is skipped


def test_ignored():
    x = torch.randn(4, dtype=torch.float64, requires_grad=True)
    gradcheck(Scale.apply, (x, 2.0), raise_exception=False)  # silent: nobody looks at the answer
# --- pkg/debug.py
from torch.autograd import gradcheck

from pkg.ops import Scale


def check(x):
    return gradcheck(Scale.apply, (x, 2.0))  # silent: not in a test
