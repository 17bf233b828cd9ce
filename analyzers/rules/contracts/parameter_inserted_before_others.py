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
# --- pkg/model.py after
def inserted(width, dtype=None, parallel=True, bias=True):  # expect: parameter-inserted-before-others
    return width


def swapped(heads, width, depth=1):  # expect: parameter-inserted-before-others
    return width


def misled(width, gated=False, bias=True):  # expect: parameter-inserted-before-others
    return width


# expect: parameter-inserted-before-others
def adapted(width, gated=False, bias=True):
    return width


def appended(width, bias=True, gated=False):  # silent: at the end
    return width


def by_name(width, *, gated=False, bias=True):  # silent: given by name
    return width


def needs_more(width, gated, bias=True):  # silent: old calls fail, which another rule says
    return width


def fewer(width, depth=1):  # silent: so does what went away
    return width


def _private(width, gated=False, bias=True):  # silent: nobody else calls it
    return width
# --- pkg/head.py before
class Head:
    def __init__(self, width, bias=True):
        self.width = width

    @staticmethod
    def split(x, axis=0):
        return x


@experimental_api
def attempt(width, bias=True):
    return width
# --- pkg/head.py after
class Head:
    # expect: parameter-inserted-before-others
    def __init__(self, width, gated=False, bias=True):
        self.width = width

    @staticmethod
    def split(x, parts=2, axis=0):  # expect: parameter-inserted-before-others
        return x


@experimental_api
def attempt(width, gated=False, bias=True):  # silent: experimental
    return width
# --- pkg/state.py before
def rank(partial=False, cached=True):
    return 0


def size(partial=False, cached=True):
    return 1


def group(partial=False, cached=True):
    return None


def ranks(partial=False, cached=True):
    return []
# --- pkg/state.py after
def rank(remote=False, partial=False, cached=True):  # expect: parameter-inserted-before-others
    return 0


def size(remote=False, partial=False, cached=True):  # silent: one finding for four of a file
    return 1


def group(remote=False, partial=False, cached=True):
    return None


def ranks(remote=False, partial=False, cached=True):
    return []
# --- pkg/use.py before
from pkg.model import adapted, misled


def use(width):
    adapted(width, True)
    return misled(width, True)
# --- pkg/use.py after
from pkg.model import adapted, misled


def use(width):
    adapted(width, False, True)
    return misled(width, True)
