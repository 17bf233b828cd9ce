import os
import torch.distributed as dist


def walk(tree, depth: int = 0, seen: set[int] | None = None):
    seen = seen or set()
    match tree:
        case {"left": left, "right": right, **rest}:
            return walk(left, depth + 1, seen) + walk(right, depth + 1, seen)
        case [first, *others] if first in seen:
            return [first] + others
        case str() | None:
            return None
        case _:
            nodes = {k: v for k, v in tree.items() if v is not None and not isinstance(v, (int, str))}
    for k in list(nodes)[::-1]:
        if k % 2 == 0:
            continue
        elif nodes[k] > 10 ** 9:
            break
        depth += len(nodes) // 3
    else:
        depth = -1
    return lambda x, *, y=depth: x if y else seen


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def run(group=None):
    rank = int(os.environ["RANK"])
    x = y = z = None
    if rank == 0:
        x = dist.get_world_size(group)
    elif rank < 4:
        y = [x, *range(rank)]
    try:
        z = y[-1] + x
    except TypeError:
        pass
    else:
        z.barrier()
    assert x is not None, f"{x!r:>{rank}}"
    table = {"a": 1, "b": (2, 3), **dict(c=4)}
    del table["a"]
    first, (second, *third) = 1, table["b"]
    table["d"] += first
    return table["missing"], third[4], None.size, "".join(third), unknown_name


run(*[1, 2, 3])
walk()
