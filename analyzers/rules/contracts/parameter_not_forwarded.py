def attend(q, k, v, scale=1.0, mask=None, dropout=0.0):
    return q @ k * scale + mask @ v, dropout


class Base:
    def __init__(self, width, depth=2, bias=True):
        self.width, self.depth, self.bias = width, depth, bias

    def run(self, x, y, window=None):
        return x, y, window


def layer(q, k, v, scale, mask=None):
    return attend(q, k, v, scale=scale, dropout=0.1)  # expect: parameter-not-forwarded


class Wide(Base):
    def __init__(self, width, depth=2, bias=True):
        super().__init__(width, depth=depth)  # expect: parameter-not-forwarded


def build(width, depth, bias=False):
    return Base(width=width, depth=depth)  # expect: parameter-not-forwarded


def two_lost(q, k, v, mask=None, dropout=0.0, flag=False):
    if flag:
        return attend(q, k, v)  # expect: parameter-not-forwarded
    return attend(q, k, v, 2.0)  # silent: said once for this callee


def passes(q, k, v, scale, mask=None):
    return attend(q, k, v, scale=scale, mask=mask)  # silent: passed on


def reads(q, k, v, scale, mask=None):
    if mask is not None:
        v = v * mask
    return attend(q, k, v, scale=scale)  # silent: the mask is applied here


def reads_inside(q, k, v, scale, mask=None):
    def masked(x):
        return x * mask

    return attend(masked(q), k, v, scale=scale)  # silent: an inner function reads it


def foreign(q, k, v, scale, mask=None):
    return q.attend(k, v, scale=scale)  # silent: nobody knows what the callee takes


def one_of_many(q, mask=None):
    return attend(q, q + 1, q + 2)  # silent: options are not handed on here


def old(q, k, v, scale, mask=None):
    """Attends. `mask` is deprecated and ignored."""
    return attend(q, k, v, scale=scale)  # silent: unused on purpose


def hidden(q, k, v, scale, mask=None):
    options = dict(locals())
    return attend(q, k, v, scale=scale), options  # silent: read by name


def group_of(q, k, v, scale, tp_group=None):
    return attend(q, k, v, scale=scale)  # silent: the callee takes no such parameter


def apply_rows(rows, scale, shift, non_blocking=False):
    return rows * scale + shift


def update_rows(rows, scale, shift, non_blocking=False):
    return apply_rows(rows, scale=scale, shift=shift)  # silent: the callee does not read it either
