# --- pkg/pack.py before
def tmp(rows):
    return rows
# --- pkg/pack.py after
import triton


def tmp(rows):  # silent: it was there before
    return rows


def do_it(rows):  # expect: vague-name
    return rows


def total(data2):  # expect: vague-name
    return data2


class Foo:  # expect: vague-name
    pass


def long_lived(rows):
    tmp = rows.sum()  # expect: vague-name
    rows.a()
    rows.b()
    rows.c()
    rows.d()
    rows.e()
    rows.f()
    rows.g()
    rows.h()
    rows.i()
    rows.j()
    rows.k()
    rows.l()
    rows.m()
    rows.n()
    rows.o()
    return tmp


def short_lived(a, b):
    tmp = a  # silent: gone two lines later
    a = b
    return a, tmp


def _private(tmp):  # silent: a parameter of a private function
    return tmp


def loop(rows):
    for tmp in rows:  # silent: of a loop
        print(tmp)
    return [foo for foo in rows]  # silent: of a comprehension


@triton.jit
def kernel(tmp):  # silent: a kernel
    return tmp


def template(temp, data, val):  # silent: names that say something, or are usual
    return temp, data, val
# --- tests/test_pack.py
def foo(data2):  # silent: a test
    assert data2
