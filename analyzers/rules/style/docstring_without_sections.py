# --- engine/core/plan.py
def close(store):  # expect: docstring-without-sections
    """Closes a store.

    Returns:
        Whether it was open.
    """
    store.close()


def short(store, key):
    """Looks a key up."""  # silent: short enough to read
    return store[key]


def items(store):
    """Goes over a store.

    Returns:
        Its keys.
    """
    for key in store:
        yield key  # silent: a generator


def one(store):
    """Does a lot."""  # silent: one parameter explains itself
    a = store.a
    b = store.b
    c = a + b
    d = c + a
    e = d + b
    f = e + c
    g = f + d
    h = g + e
    i = h + f
    j = i + g
    k = j + h
    return k


def _private(store, key):
    """Does a lot."""  # silent: private
    store.a = key
# --- engine/core/long.py
def build(store, key):  # expect: docstring-without-sections
    """Does a lot."""
    a = store.a
    b = store.b
    c = a + b
    d = c + a
    e = d + b
    f = e + c
    g = f + d
    h = g + e
    i = h + f
    j = i + g
    k = j + key
    return k
# --- engine/core/raises.py
def build(store, key):  # expect: docstring-without-sections
    """Does a lot.

    Args:
        store: Where.
        key: What.
    """
    if key is None:
        raise ValueError("key")
    a = store.a
    b = store.b
    c = a + b
    d = c + a
    e = d + b
    f = e + c
    g = f + d
    h = g + e
    i = h + f
    j = i + g
    return j
# --- engine/core/whole.py
def build(store, key):
    # silent: says everything
    """Does a lot.

    Args:
        store: Where.
        key: What.

    Returns:
        The sum.

    Raises:
        ValueError: Without a key.
    """
    if key is None:
        raise ValueError("key")
    a = store.a
    b = store.b
    c = a + b
    d = c + a
    e = d + b
    f = e + c
    g = f + d
    h = g + e
    i = h + f
    j = i + g
    return j
