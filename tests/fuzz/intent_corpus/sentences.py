"""Routes tokens. Must be imported first::

    f(x)
"""
# TODO(x): only works for [s, b, h], otherwise it hangs.
# x = f(y)
LIMIT = 4  # in bytes


def f(
    x,  # (B, T)
):
    """Routes.

    Args:
        x (Tensor): Never ``None``. :math:`a. B`

    :returns: It.
    """
    raise ValueError(f"{x} is not supported")


parser.add_argument("--a", help="one " "two.")
