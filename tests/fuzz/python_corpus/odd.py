# -*- coding: utf-8 -*-
from . import *
from ..a.b import (c as d, e,)
global x; nonlocal y
@decorator(lambda: (yield))
def déjà(a, /, b: "int" = 1, *c: str, d, **e) -> [1][0]: return ~a if not b else -c[::2, ...]
type X[T: int] = list[T]
def g[T](x: T): pass
x = yield
(a, b), *c = d = e[f"{x!r:>{y}}"] = 0x1F_FF + 1_0j + 1e400 + 0b1
try: pass
except* (A, B) as e: del e, x.y, z[0]
else: ...
finally: raise from e
if 1:
	if 2:
        pass
print(b'''a\
b''' R"\x" rb'\'' "\N{DASH}" u'\ud800')
"""allreview: ignore[""" # allreview: ignore[] # allreview: ignore[a,b] until=9999-99-99
