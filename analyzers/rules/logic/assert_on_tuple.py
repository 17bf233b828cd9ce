def split(hidden, heads, groups, x):
    assert (hidden % heads == 0, "heads must divide the hidden size")  # expect: assert-on-tuple
    # expect: assert-on-tuple
    assert (
        heads % groups == 0,
        f"{groups} groups do not divide {heads} heads",
    )
    assert (x.dim() == 3, x.size(0) > 0, "x has no rows")  # expect: assert-on-tuple
    assert (x.is_contiguous(),)  # expect: assert-on-tuple
    return hidden // heads


def checks(hidden, heads, shape, x):
    assert (hidden % heads == 0), "heads must divide"  # silent: brackets around the condition
    assert hidden > 0, ("a message", "in two parts")  # silent: the message is the tuple
    # silent: one expression, broken over lines
    assert (
        x.dim() == 3 and x.size(0) > 0
    ), "x has no rows"
    assert shape == (2, 3)  # silent: compares with a tuple
    assert ()  # silent: an empty tuple fails
    assert (hidden, heads)  # noqa: F631  # silent: on purpose, says the comment
