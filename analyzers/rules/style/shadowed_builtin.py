# --- engine/core/totals.py before
def old(list):
    return list
# --- engine/core/totals.py after
def old(list):  # silent: it was there
    return [list]


def total(list, start):  # expect: shadowed-builtin
    return start + sum(list)


class Table:
    def select(self, filter=None):  # expect: shadowed-builtin
        return filter

    def _pick(self, max):  # silent: private
        return max

    def cut(self, range):  # expect: shadowed-builtin
        return range(3)


class Wide(Table):
    def select(self, filter=None):  # silent: overrides
        return filter, 1


def apply(input, type, id, format, hash):  # silent: what torch calls its own
    return input


def keep(set):  # noqa: A002  # silent: waived
    return set


def outer(rows):
    def inner(list):  # silent: local
        return list

    return inner(rows)
# --- tests/test_totals.py
def helper(list):  # silent: a test
    return list
