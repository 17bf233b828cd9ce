import torch.distributed as dist


def share(parts, item):
    dist.all_gather_object(parts, item)
    dist.barrier()  # expect: redundant-barrier
    return parts


def twice(group):
    dist.barrier(group=group)
    # to be sure
    dist.barrier(group=group)  # expect: redundant-barrier


def positional(parts, item, group):
    dist.all_gather_object(parts, item, group)
    dist.barrier(group)  # expect: redundant-barrier


def work_between(path, write):
    dist.barrier()
    write(path)
    dist.barrier()  # silent: waits for what was written


def other_group(parts, item, group):
    dist.all_gather_object(parts, item, group=group)
    dist.barrier()  # silent: waits for more ranks


def reduced(x):
    dist.all_reduce(x)
    dist.barrier()  # silent: the host does not wait for a reduction on the device


def received(objects):
    dist.broadcast_object_list(objects, src=0)
    dist.barrier()  # silent: the source does not wait for the others


def asynchronous():
    work = dist.barrier(async_op=True)
    dist.barrier()  # silent: the first one returns at once
    work.wait()


def started():
    dist.barrier(async_op=True)
    dist.barrier()  # silent: the first one is asynchronous
