import torch.distributed as dist


def with_finally(grad, group, work):
    # expect: handle-waited-on-every-path
    handle = dist.all_reduce(grad, group=group, async_op=True)
    try:
        work()
    finally:
        handle.wait()
    return grad


def two_ways_out(full, part, group, cache):
    # expect: handle-waited-on-every-path
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    if cache.is_valid():
        handle.wait()
        return cache.value
    value = cache.compute()
    handle.wait()
    return full @ value


def handler_waits(grad, group, work):
    # expect: handle-waited-on-every-path
    handle = dist.all_reduce(grad, group=group, async_op=True)
    if grad.requires_grad:
        try:
            work()
        finally:
            handle.wait()
    else:
        handle.wait()


def straight(grad, group, work):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: nothing special
    work()
    handle.wait()


def forgets_one(full, part, group, cache):
    # silent: one way out does not wait
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    if cache.is_valid():
        return cache.value
    handle.wait()
    return full


def finally_without_work(grad, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: waits at once
    try:
        handle.wait()
    finally:
        print("done")


def returned(grad, group, later):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: others may wait
    if later:
        return handle
    handle.wait()
    return None


def sometimes(grad, group, work, flag):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: waits under a condition
    try:
        work()
    finally:
        if flag:
            handle.wait()


def in_a_list(grads, group, work):
    handles = [dist.all_reduce(grad, async_op=True) for grad in grads]  # silent: a list
    try:
        work()
    finally:
        for handle in handles:
            handle.wait()


# --- pkg/reducer.py before
import torch.distributed as dist


def reduce(grad, group, work):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    try:
        work()
    finally:
        handle.wait()
# --- pkg/reducer.py after
import torch.distributed as dist


def reduce(grad, group, work):
    handle = dist.all_reduce(grad.data, group=group, async_op=True)  # silent: only edited
    try:
        work()
    finally:
        handle.wait()
# --- tests/test_reducer.py
import torch.distributed as dist


def test_reduce(grad, work):
    handle = dist.all_reduce(grad, async_op=True)  # silent: a test
    try:
        work()
    finally:
        handle.wait()
