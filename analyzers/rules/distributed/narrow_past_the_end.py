import torch
import torch.distributed as dist


class Part:
    def copy_part(self, flat, total, size):
        start = size * self.rank_in_group
        length = max(0, min(total - start, size))
        self.part.narrow(0, 0, length).copy_(flat.narrow(0, start, length))  # expect: narrow-past-the-end


def scatter(flat, total, size, group):
    begin = dist.get_rank(group) * size
    count = total - begin
    return torch.narrow(flat, 0, begin, count)  # expect: narrow-past-the-end


def shard(flat, size, rank):
    offset = rank * size
    count = min(flat.numel() - offset, size)
    part = flat.narrow(0, offset, count)  # expect: narrow-past-the-end
    return part


def tested(flat, total, size, rank):
    start = size * rank
    length = max(0, min(total - start, size))
    if length > 0:
        return flat.narrow(0, start, length)  # silent: tested
    return None


def start_tested(flat, total, size, rank):
    start = size * rank
    if start >= total:
        return None
    length = total - start
    return flat.narrow(0, start, length)  # silent: the start is tested


def exact(flat, size, rank):
    start = size * rank
    return flat.narrow(0, start, size)  # silent: padded to whole parts


def running(flat, params):
    offset = 0
    for param in params:
        count = min(param.numel(), flat.numel() - offset)
        flat.narrow(0, offset, count)  # silent: a running offset
        offset += count


def by_slice(flat, total, size, rank):
    start = size * rank
    length = max(0, total - start)
    return flat[start:start + length]  # silent: slices may start behind the end
