# --- pkg/model.py before
def inserted(width, parallel=True, bias=True):
    return width


def swapped(width, heads, depth=1):
    return width


def misled(width, bias=True):
    return width


def adapted(width, bias=True):
    return width


def appended(width, bias=True):
    return width


def by_name(width, *, bias=True):
    return width


def needs_more(width, bias=True):
    return width


def fewer(width, bias=True, depth=1):
    return width


def _private(width, bias=True):
    return width


def build(width):
    return _private(width, False)
# --- pkg/model.py after
def inserted(width, dtype=None, parallel=True, bias=True):  # silent: all calls pass it by name
    return width


def swapped(heads, width, depth=1):  # expect: parameter-inserted-before-others
    return width


def misled(width, gated=False, bias=True):  # expect: parameter-inserted-before-others
    return width


def adapted(width, gated=False, bias=True):  # silent: the only call is adapted
    return width


def appended(width, bias=True, gated=False):  # silent: at the end
    return width


def by_name(width, *, gated=False, bias=True):  # silent: given by name
    return width


def needs_more(width, gated, bias=True):  # silent: old calls fail, which another rule says
    return width


def fewer(width, depth=1):  # silent: so does what went away
    return width


def _private(width, gated=False, bias=True):  # expect: parameter-inserted-before-others
    return width


def build(width):
    return _private(width, False)
# --- pkg/head.py before
class Head:
    def __init__(self, width, bias=True):
        self.width = width

    @staticmethod
    def split(x, axis=0):
        return x


@patched
def attempt(width, bias=True):
    return width
# --- pkg/head.py after
class Head:
    # expect: parameter-inserted-before-others
    def __init__(self, width, gated=False, bias=True):
        self.width = width

    @staticmethod
    def split(x, parts=2, axis=0):  # silent: stars hide what is passed
        return x


@patched
def attempt(width, gated=False, bias=True):  # silent: nobody knows what the decorator passes on
    return width
# --- pkg/use.py before
from pkg.head import Head, attempt
from pkg.model import adapted, inserted, misled, swapped


def use(width, *parts):
    adapted(width, True)
    Head(width, False)
    Head.split(*parts)
    attempt(width, False)
    inserted(width, bias=False)
    swapped(width, 8)
    return misled(width, True)
# --- pkg/use.py after
from pkg.head import Head, attempt
from pkg.model import adapted, inserted, misled, swapped


def use(width, *parts):
    adapted(width, False, True)
    Head(width, False)
    Head.split(*parts)
    attempt(width, False)
    inserted(width, bias=False)
    swapped(width, 8)
    return misled(width, True)
