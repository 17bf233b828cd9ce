a = x if y and z else w
b = x or (y and z)
c = 1 < x <= y
d = not (x is not None and x.size in sizes)
e = f(x, *args, key=y[1:, None], **options)
g = {k: v for k, v in d.items() if v if k}
h = (i * j for i in a for j in b[i])
k = {"one": 1, **d, 2.5: 0x10}
m = f"{a} of {b!r}" "rest"
n = (p := q) + p
o = -x ** 2 @ y
r = lambda s, *t: (yield s)
u = [*a, ..., b"x", 'it''s', "a\n", 10**30, 2j, 99999999999999999999]
