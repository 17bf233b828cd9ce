# Idioms and their silent twins: what a line is stands behind it, and nothing else may be found.

import collections
import contextlib
import functools
import math
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
import triton.language as tl


def is_stream_waits(self):
    stream.wait_stream(torch.cuda.current_stream())  # is: stream-waits


def is_not_stream_waits(self):
    stream.wait_event(event)  # not: stream-waits


def is_on_stream(self):
    with torch.cuda.stream(side):  # is: on-stream
        y = f(x)


def is_not_on_stream(self):
    with torch.cuda.device(side):  # not: on-stream
        y = f(x)


def is_memory_kept_for_stream(self):
    shard.record_stream(side)  # is: memory-kept-for-stream


def is_not_memory_kept_for_stream(self):
    event.record(side)  # not: memory-kept-for-stream


def is_cpu_waits_for_all(self):
    torch.cuda.synchronize()  # is: cpu-waits-for-all


def is_not_cpu_waits_for_all(self):
    torch.cuda.empty_cache()  # not: cpu-waits-for-all


def is_copy_beside(self):
    batch = batch.to(device, non_blocking=True)  # is: copy-beside


def is_not_copy_beside(self):
    batch = batch.to(device)  # not: copy-beside


def is_pinned(self):
    host = host.pin_memory()  # is: pinned


def is_not_pinned(self):
    host = host.share_memory_()  # not: pinned


def is_swapped_buffers(self):
    front, back = back, front  # is: swapped-buffers


def is_not_swapped_buffers(self):
    front, back = back, spare  # not: swapped-buffers


def is_ring_buffer(self):
    history[step % size] = loss  # is: ring-buffer


def is_not_ring_buffer(self):
    history[step] = loss % size  # not: ring-buffer


def is_alternating(self):
    slot = 1 - slot  # is: alternating


def is_not_alternating(self):
    slot = 2 - slot  # not: alternating


def is_masked_load(self):
    x = tl.load(ptr + cols, mask=cols < n, other=0.0)  # is: masked-load


def is_not_masked_load(self):
    x = tl.load(ptr + cols)  # not: masked-load


def is_masked_store(self):
    tl.store(ptr + cols, y, mask=cols < n)  # is: masked-store


def is_not_masked_store(self):
    tl.store(ptr + cols, y)  # not: masked-store


def is_dot_accumulated(self):
    acc += tl.dot(a, b)  # is: dot-accumulated


def is_not_dot_accumulated(self):
    acc = tl.dot(a, b)  # not: dot-accumulated


def is_block_of_program(self):
    cols = pid * BLOCK + tl.arange(0, BLOCK)  # is: block-of-program


def is_not_block_of_program(self):
    cols = pid * OTHER + tl.arange(0, BLOCK)  # not: block-of-program


def is_tile_addresses(self):
    ptrs = base + rows[:, None] * stride_m + cols[None, :] * stride_n  # is: tile-addresses


def is_not_tile_addresses(self):
    ptrs = base + rows * stride_m + cols * stride_n  # not: tile-addresses


def is_atomic_sum(self):
    tl.atomic_add(ptr + cols, part, mask=cols < n)  # is: atomic-sum


def is_not_atomic_sum(self):
    tl.atomic_max(ptr + cols, part)  # not: atomic-sum


def is_running_maximum(self):
    top = tl.maximum(top, tl.max(scores, 1))  # is: running-maximum


def is_not_running_maximum(self):
    top = tl.minimum(top, tl.max(scores, 1))  # not: running-maximum


def is_block_barrier(self):
    tl.debug_barrier()  # is: block-barrier


def is_not_block_barrier(self):
    tl.static_print(x)  # not: block-barrier
