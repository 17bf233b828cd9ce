import torch
import torch.distributed as dist
from torch.distributed import isend


def reduce_and_step(grad, group, optimizer):
    dist.all_reduce(grad, group=group, async_op=True)  # expect: async-collective-handle-dropped
    optimizer.step()


def reduce_first_argument(grads, group):
    for grad in grads:
        dist.all_reduce(async_op=True, tensor=grad)  # expect: async-collective-handle-dropped
        _ = dist.barrier(group, True)  # expect: async-collective-handle-dropped


def send_activation(activation, next_rank):
    isend(activation, next_rank)  # expect: async-collective-handle-dropped
    request = dist.isend(activation, next_rank)  # expect: async-collective-handle-dropped
    if request is not None:
        print("sent")


def exchange(ops, tensors):
    # expect: async-collective-handle-dropped
    dist.batch_isend_irecv(ops)
    requests = []
    for tensor in tensors:
        # expect: async-collective-handle-dropped
        requests.append(dist.all_reduce(tensor, async_op=True))
        work = dist.all_reduce(tensor, async_op=True)  # expect: async-collective-handle-dropped
        requests.append(work)
    print(len(requests))
    # expect: async-collective-handle-dropped
    works = [dist.all_reduce(tensor, async_op=True) for tensor in tensors]
    del works


def last_one_only(buckets, group):
    for bucket in buckets:
        # expect: async-collective-handle-dropped
        handle = dist.all_reduce(bucket, group=group, async_op=True)
    handle.wait()


def two_in_a_row(a, b, group):
    handle = dist.all_reduce(a, group=group, async_op=True)  # expect: async-collective-handle-dropped
    handle = dist.all_reduce(b, group=group, async_op=True)
    handle.wait()


def early_return(full, part, group, cache):
    # expect: async-collective-handle-dropped
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    if cache.is_valid():
        return cache.value
    handle.wait()
    return full


def list_with_early_return(tensors, group, skip):
    handles = []
    for tensor in tensors:
        # expect: async-collective-handle-dropped
        handles.append(dist.all_reduce(tensor, group=group, async_op=True))
    if skip:
        return None
    for handle in handles:
        handle.wait()
    return tensors


def waited(grad, group, optimizer):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: waited on
    optimizer.prepare()
    handle.wait()
    dist.all_reduce(grad, group=group, async_op=False)  # silent: synchronous
    dist.all_reduce(grad, group=group)  # silent: synchronous by default


def flag_decides(grad, group, overlap):
    handle = dist.all_reduce(grad, group=group, async_op=overlap)  # silent: perhaps no handle
    if overlap:
        return handle
    dist.all_reduce(grad, group=group, async_op=overlap)  # silent: perhaps no handle
    return None


class Bucket:
    def start(self, grad, group):
        # silent: another method waits
        self.handle = dist.all_reduce(grad, group=group, async_op=True)
        self.pending.append(dist.all_reduce(grad, async_op=True))  # silent: kept in the object
        handle = dist.all_reduce(grad, async_op=True)  # silent: handed over
        self.register(handle, grad)
        return dist.all_reduce(grad, async_op=True)  # silent: the caller waits

    def start_coalesced(self, grads, group):
        with dist._coalescing_manager(group, async_ops=True) as manager:
            for grad in grads:
                dist.all_reduce(grad, group=group, async_op=True)  # silent: the manager waits
        manager.wait()

    def start_later(self, grad):
        handle = dist.all_reduce(grad, async_op=True)  # silent: the closure waits

        def finish():
            handle.wait()

        self.hooks.append(finish)
        other = dist.all_reduce(grad, async_op=True)  # silent: the lambda waits
        self.hooks.append(lambda: other.wait())


def drained(tensors, ops, ring):
    works = [dist.all_reduce(tensor, async_op=True) for tensor in tensors]  # silent: drained
    for work in works:
        work.wait()
    requests = dist.batch_isend_irecv(ops)  # silent: drained
    [request.wait() for request in requests]
    queue = []
    for tensor in tensors:
        queue.append(dist.isend(tensor, ring.next))  # silent: drained one by one
        if len(queue) > 4:
            queue.pop(0).wait()
    wait_all(queue)
    batch = dist.batch_isend_irecv(ops)  # silent: the first one is waited on, NCCL groups them
    batch[0].wait()


def whole_device(tensor, ring):
    dist.isend(tensor, ring.next)  # silent: the whole device is waited for
    torch.cuda.synchronize()


def either(grad, part, full, group, flags):
    handle = None
    if flags.allreduce:
        handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: only one of the two
    if flags.sequence_parallel:
        # silent: only one of the two
        handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    compute(grad)
    if handle is not None:
        handle.wait()


def same_condition(grad, group, overlap):
    if overlap:
        handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: waited if started
    compute(grad)
    if overlap:
        handle.wait()
    return grad


def returns_before(grad, group, overlap):
    handle = None
    if overlap:
        # silent: what returns early did not start it
        handle = dist.all_reduce(grad, group=group, async_op=True)
    if not overlap:
        return grad
    handle.wait()
    return grad


def pipelined(chunks, group):
    handle = None
    for chunk in chunks:
        if handle is not None:
            handle.wait()
        # silent: the next iteration waits
        handle = dist.all_reduce(chunk, group=group, async_op=True)
    handle.wait()


def raises(grad, group, bad):
    handle = dist.all_reduce(grad, group=group, async_op=True)  # silent: only an error skips it
    if bad:
        raise ValueError("bad")
    handle.wait()
    return grad


def own_all_reduce(comm, grad):
    comm.all_reduce(grad, async_op=True)  # silent: not torch.distributed


# --- tests/test_overlap.py
import torch.distributed as dist


def test_overlap(tensor):
    dist.all_reduce(tensor, async_op=True)  # silent: a test
