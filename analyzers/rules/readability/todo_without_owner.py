# --- pkg/rows.py before
# TODO: an old one
def f(x):
    return x
# --- pkg/rows.py after
def f(x):
    # TODO: handle empty rows  # expect: todo-without-owner
    return x


def g(x):
    # silent: it only moved
    # TODO: an old one
    # FIXME the order is wrong  # expect: todo-without-owner
    return x


def h(x):
    y = x  # XXX slow  # expect: todo-without-owner
    # TODO(ana): measure it
    z = y  # silent: a person
    # TODO: measure it, see #123
    a = z  # silent: an issue
    # TODO @ana measure it
    b = a  # silent: a person
    # TODO: remove with https://example.org/issues/12
    c = b  # silent: a link
    # TODO: see OPT-12
    d = c  # silent: a ticket
    # This replaces the TODO of the loader.
    return d  # silent: talks about one
