# === a call
# --- pkg/split.py
def split(x):
    return x[0], x[1], x[2]


def one_too_few(x):
    head, tail = split(x)  # expect: wrong-number-of-values
    return head, tail


def one_too_many():
    a, b, c = (1, 2)  # expect: wrong-number-of-values
    return a, b, c


def of_none():
    def nothing():
        pass

    a, b = nothing()  # expect: wrong-number-of-values
    return a, b


def right(x):
    head, middle, tail = split(x)  # silent: three
    return head, middle, tail


def starred(x):
    head, *tail = split(x)  # silent: the star takes the rest
    return head, tail


def either(x, flag):
    def some():
        return (1, 2) if flag else (1, 2, 3)

    a, b = some()  # silent: sometimes two
    return a, b


def of_parameter(pair):
    a, b = pair  # silent: nobody knows
    return a, b


def of_text_that_fits():
    a, b = "xy"  # silent: two letters
    return a, b
# === another file returns one more value than before
# --- pkg/ops.py before
def norm(x):
    return x, 1
# --- pkg/ops.py after
def norm(x):
    return x, 1, 2
# --- pkg/use.py before
from pkg.ops import norm


def use(x):
    value, scale = norm(x)
    return value
# --- pkg/use.py after
from pkg.ops import norm


def use(x):
    value, scale = norm(x)  # expect: wrong-number-of-values
    return value * scale
