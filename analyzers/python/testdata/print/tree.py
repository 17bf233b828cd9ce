@checkpoint
def f(x: Tensor, *, dim=-1):
    if (n := x.size(dim)) > 1:
        return f"{n!r:>4}"
    return lambda y: y @ x.T
x = [1
