import torch


def fetch(params, rank, dtype):
    room = sum(p.length_aligned for p in params)
    flat = torch.zeros(room, dtype=dtype)
    at = 0
    for param in params:
        param.data = flat.narrow(0, at, param.length).view(param.shape)
        start = at + param.shard.length * rank
        flat.narrow(0, start, param.shard.length).copy_(param.shard)
        at += param.length  # expect: offset-without-padding
    return flat


def pack(buckets):
    flat = torch.empty(sum(b.padded_numel for b in buckets))
    position = 0
    for bucket in buckets:
        flat[position : position + bucket.numel] = bucket.grads
        position += bucket.numel  # expect: offset-without-padding
    return flat


def unpack(flat_like, items):
    out = flat_like.new_empty(sum([i.numel_unpadded for i in items]))
    begin = 0
    for item in items:
        count = item.numel_padded
        out[begin : begin + item.numel_unpadded].copy_(item.value)
        begin += count  # expect: offset-without-padding
    return out


def aligned(params):
    flat = torch.zeros(sum(p.length_aligned for p in params))
    at = 0
    for param in params:
        flat.narrow(0, at, param.length).copy_(param.value)
        at += param.length_aligned  # silent: slots are padded, what stands in them is not
    return flat


def compact(params):
    flat = torch.zeros(sum(p.numel() for p in params))
    at = 0
    for param in params:
        flat[at : at + param.numel()] = param.data.view(-1)
        at += param.data.nelement()  # silent: the same number
    return flat


def other_items(params, shards):
    flat = torch.zeros(sum(p.length_aligned for p in params))
    at = 0
    for shard in shards:
        flat[at : at + shard.length] = shard.value
        at += shard.length  # silent: the buffer is sized by other items
    return flat


def counted(params):
    flat = torch.zeros(sum(p.length_aligned for p in params))
    total = 0
    for param in params:
        flat.add_(param.value)
        total += param.length  # silent: nothing is cut at this number
    return flat, total


def computed(params, align):
    flat = torch.zeros(sum(p.length_aligned for p in params))
    at = 0
    for param in params:
        flat[at : at + param.length] = param.value
        at += param.length + align - param.length % align  # silent: aligned here
    return flat


def unknown_size(params, size):
    flat = torch.zeros(size)
    at = 0
    for param in params:
        flat[at : at + param.length] = param.value
        at += param.length  # silent: nobody knows how long the buffer is
    return flat
