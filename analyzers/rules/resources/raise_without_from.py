class LayerError(ValueError):
    pass


def size_of(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise ValueError(f"no layer {name}")  # expect: raise-without-from


def backend(name):
    try:
        return __import__(name)
    except ImportError:
        # expect: raise-without-from
        raise RuntimeError(
            f"{name} is not installed, install it with `pip install {name}`"
        )


def checked(table, name):
    try:
        size = table[name]
    except KeyError as error:
        if name.startswith("moe"):
            raise LayerError(name)  # expect: raise-without-from
        raise  # silent: the same error goes on
    return size


def chained(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise LayerError(name) from error  # silent: says its cause


def hidden(table, name):
    try:
        return table[name]
    except KeyError:
        raise LayerError(name) from None  # silent: hides it on purpose


def again(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise error.with_traceback(None)  # silent: what was caught


def same_kind(table, name):
    try:
        return table[name]
    except KeyError as error:
        raise type(error)(f"no layer {name}")  # silent: made of what was caught


def later(table, name):
    try:
        return table[name]
    except KeyError:

        def fail():
            raise LayerError(name)  # silent: runs when the handler is over

        return fail


def outside(name):
    if not name:
        raise LayerError("empty")  # silent: no handler


def waived(table, name):
    try:
        return table[name]
    except KeyError:
        # silent: somebody decided so
        raise LayerError(name)  # noqa: B904
