from typing import Set

import torch.distributed as dist


def flush(ready: Set["Bucket"], group):
    for bucket in ready:  # expect: collective-over-unordered-iteration
        dist.all_reduce(bucket.buffer, group=group)


def reduce_bucket(bucket, group):
    dist.reduce_scatter_tensor(bucket.shard, bucket.buffer, group=group)


def flush_named(params, group):
    pending = set()
    for param in params:
        pending.add(param.bucket)
    for i, bucket in enumerate(list(pending)):  # expect: collective-over-unordered-iteration
        reduce_bucket(bucket, group)


class Reducer:
    def __init__(self):
        self.ready = set()
        self.buckets = []

    def flush(self, names, group):
        for name in {n.lower() for n in names}:  # expect: collective-over-unordered-iteration
            dist.broadcast_object_list([name], src=0, group=group)
        for bucket in self.ready - self.done:  # expect: collective-over-unordered-iteration
            dist.all_reduce(bucket, group=group)
        for bucket in self.buckets:  # silent: a list
            dist.all_reduce(bucket, group=group)


def in_order(ready: set, group):
    for bucket in sorted(ready, key=lambda b: b.index):  # silent: sorted
        dist.all_reduce(bucket.buffer, group=group)


def over_a_dict(buckets: dict, group):
    for bucket in buckets.values():  # silent: dicts keep their order
        dist.all_reduce(bucket, group=group)


def local_work(ready: set):
    for bucket in ready:  # silent: no communication
        bucket.zero_()


def between_two(ready: set):
    for bucket in ready:  # silent: point-to-point calls name their peer
        dist.send(bucket.buffer, dst=bucket.owner)


def over_ranks(x, group):
    for root in {0, 1}:  # silent: small integers have one order
        dist.broadcast(x, src=root, group=group)


def rebound(ready: set, group):
    ready = sorted(ready)
    for bucket in ready:  # silent: a list by now
        dist.all_reduce(bucket, group=group)
