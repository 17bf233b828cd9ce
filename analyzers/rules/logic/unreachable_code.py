from typing import TYPE_CHECKING


def scale(x, factor):
    return x
    x = x * factor  # expect: unreachable-code


def first(rows, limit):
    for row in rows:
        if row is None:
            continue
            limit -= 1  # expect: unreachable-code
        if limit == 0:
            break
            # A comment between changes nothing.
            rows.clear()  # expect: unreachable-code
        return row
    raise LookupError("no row")
    rows.append(None)  # expect: unreachable-code
    return rows


def nothing():
    return
    yield  # silent: makes it a generator


def typed(x):
    return x
    if TYPE_CHECKING:  # silent: for the type checker
        x.check()


def explained(x):
    return x
    "Kept for the tests of the old format."  # silent: text


def branches(x):
    if x is None:
        return 0
    x.step()  # silent: another block
    try:
        return x.value
    except AttributeError:
        return None
    finally:
        x.close()  # silent: runs on the way out


def placeholder(x):
    raise NotImplementedError
    pass  # silent: does nothing anyway


def one_line(x):
    if x: return 1
    return 2  # silent: behind the if


def kept(x):
    return x
    x.debug()  # pylint: disable=unreachable  # silent: on purpose, says the comment
