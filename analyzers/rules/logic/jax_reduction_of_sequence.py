import jax
import jax.numpy as jnp
import numpy as np


def sizes(x, n):
    leading = x.shape[:n]
    return jnp.prod(leading)  # expect: jax-reduction-of-sequence


def total(x, parts):
    rows = [part.sum() for part in parts]
    first = jax.numpy.sum(rows)  # expect: jax-reduction-of-sequence
    return first + jnp.max((1, 2)) + jnp.mean(x.shape)  # expect: jax-reduction-of-sequence, jax-reduction-of-sequence


def fine(x, n, shape):
    a = np.prod(x.shape)  # silent: numpy converts it
    b = jnp.prod(jnp.array(x.shape))  # silent: an array
    c = jnp.prod(shape)  # silent: nobody knows what it is
    d = jnp.sum(x.shape[0])  # silent: a number
    e = jnp.stack([x, x])  # silent: takes a list
    f = sum(x.shape)  # silent: Python's own
    return a, b, c, d, e, f


def expected(x):
    try:
        return jnp.prod(x.shape)  # silent: somebody waits for it
    except TypeError:
        return 0
