# --- pkg/ops.py
def rows(x):
    return x.shape[0]


def outer(x):
    return rows(x)


def pick(kind):
    if kind == "adam":
        return 1
    if kind == "sgd":
        return 2
    raise ValueError(kind)


def scale(x, by=None):
    return x * by.value


def scale_if_given(x, by=None):
    if by is None:
        return x
    return x * by.value


def fail(message=""):
    if message:
        raise RuntimeError(message)


def checked(x):
    try:
        return x.shape
    except AttributeError:
        return ()


# --- pkg/use.py
import pytest
from pkg.ops import checked, fail, outer, pick, rows, scale, scale_if_given


def of_none():
    return rows(None)  # expect: call-fails-inside


def through_another():
    return outer(None)  # expect: call-fails-inside


def of_a_default(x):
    return scale(x)  # expect: call-fails-inside


def of_a_name_that_no_branch_knows():
    return pick("adamw")  # expect: call-fails-inside


def of_something(x):
    return rows(x)  # silent: nobody knows


def of_a_name_that_a_branch_knows():
    return pick("sgd")  # silent: it returns 2


def of_a_default_that_is_tested(x):
    return scale_if_given(x)  # silent: it returns first


def on_purpose():
    fail("never")  # silent: nobody wants its value


def caught_inside():
    return checked(None)  # silent: caught there


def caught():
    try:
        return rows(None)  # silent: caught
    except AttributeError:
        return 0


def test_rows():
    with pytest.raises(AttributeError):
        rows(None)  # silent: meant
