import torch.distributed as dist
from pkg.buffers import choose, prepare


def reduce(store, factor, group):
    bucket = store.fetch()
    op = prepare(store.data, factor)  # expect: scaled-buffer-is-not-reduced
    dist.all_reduce(bucket.data, op=op, group=group)


def scatter(store, shard, factor, group):
    bucket = store.fetch()
    reduce_op = prepare(store.data, factor)  # expect: scaled-buffer-is-not-reduced
    if store.is_sharded:
        dist.reduce_scatter_tensor(shard, bucket.data, op=reduce_op, group=group)
    else:
        dist.all_reduce(bucket.data, op=reduce_op, group=group)


class Pipeline:
    def run(self, bucket, factor):
        op = prepare(tensor=bucket.grad, factor=factor)  # expect: scaled-buffer-is-not-reduced
        dist.all_reduce(bucket.data, op=op)


def then_others(store, factor, group, outer):
    bucket = store.fetch()
    op = prepare(store.data, factor)  # expect: scaled-buffer-is-not-reduced
    dist.all_reduce(bucket.data, op=op, group=group)
    op = dist.ReduceOp.SUM
    dist.all_reduce(store.data, op=op, group=outer)


def same(store, factor, group):
    bucket = store.fetch()
    op = prepare(bucket.data, factor)
    dist.all_reduce(bucket.data, op=op, group=group)  # silent: the same tensor


def cut_from_it(bucket, factor, group):
    op = prepare(bucket.data, factor)
    dist.all_reduce(bucket.data[:10], op=op, group=group)  # silent: cut from it


def by_options(store, bucket, group):
    op = choose(store)
    dist.all_reduce(bucket.data, op=op, group=group)  # silent: no tensor is prepared


def of_a_local(grad, bucket, factor, group):
    op = prepare(grad, factor)
    dist.all_reduce(bucket.data, op=op, group=group)  # silent: a local may be a view of it


def local_reduced(store, factor, group):
    flat = store.data.view(-1)
    op = prepare(store.data, factor)
    dist.all_reduce(flat, op=op, group=group)  # silent: a view of what was prepared


def other_operation(store, bucket, factor, group):
    op = prepare(store.data, factor)
    dist.all_reduce(bucket.data, op=dist.ReduceOp.SUM, group=group)  # silent: of another operation
    return op
