import time

import torch.distributed as dist


def forward(norm, mlp, hidden_states):
    hidden_state = norm(hidden_states)  # expect: unused-local
    return mlp(hidden_states)


def shapes(x):
    batch = x.size(0)
    hidden = x.size(-1)  # expect: unused-local
    return x.view(batch, -1)


def typed(x, scale):
    result: float = x * scale  # expect: unused-local
    return x


def kept(x, group, rows):
    handle = dist.all_reduce(x, group=group, async_op=True)  # silent: kept alive
    _started = time.time()  # silent: says that nobody reads it
    first, rest = rows[0], rows[1:]  # silent: unpacked
    total = 0
    total += 1
    captured = x.size(0)  # silent: read by the inner function
    text = "rows"  # silent: read in the text
    print(f"{text}")

    def inner():
        return captured

    return inner, rest


def everything(x):
    scale = 2  # silent: locals() reads it
    return "{scale}".format(**locals())


def deleted(x):
    buffer = x.clone()  # silent: deleted by name
    del buffer
    return x


def outer():
    count = 0

    def add():
        nonlocal count
        count = 1  # silent: of the outer function

    return add, count


def silenced(x):
    spare = x.clone()  # noqa: F841  # silent: on purpose, says the comment
    return x
