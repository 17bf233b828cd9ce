import torch.distributed as dist


def report(stats, size):
    everything = [None] * size
    dist.all_gather_object(everything, stats)  # expect: gather-to-all-used-on-one-rank
    if dist.get_rank() == 0:
        for item in everything:
            print(item)


def save_index(index, path, group):
    rank = dist.get_rank(group)
    parts = [None] * dist.get_world_size(group)
    dist.all_gather_object(parts, index, group=group)  # expect: gather-to-all-used-on-one-rank
    if rank == 0:
        with open(path, "w") as out:
            out.write(str(parts))
    dist.barrier()


class Timer:
    def summary(self, size):
        times = [None for _ in range(size)]
        dist.all_gather_object(times, self.elapsed)  # expect: gather-to-all-used-on-one-rank
        if self.rank == 0:
            print(max(times))


def everybody(stats, size):
    everything = [None] * size
    dist.all_gather_object(everything, stats)  # silent: every rank reads it
    return sum(everything)


def some_read_more(stats, size):
    everything = [None] * size
    dist.all_gather_object(everything, stats)  # silent: checked on every rank
    assert all(everything)
    if dist.get_rank() == 0:
        print(everything)


def several_ranks(stats, size, nodes):
    everything = [None] * size
    dist.all_gather_object(everything, stats)  # silent: not one rank alone
    if dist.get_rank() < nodes:
        print(everything)


def into_argument(everything, stats):
    dist.all_gather_object(everything, stats)  # silent: the caller reads it
    if dist.get_rank() == 0:
        print(everything)


def to_one(stats, size):
    everything = [None] * size
    dist.gather_object(stats, everything, dst=0)  # silent: only one rank receives
    if dist.get_rank() == 0:
        print(everything)


def in_the_else(stats, size):
    everything = [None] * size
    dist.all_gather_object(everything, stats)  # silent: the other ranks read it
    if dist.get_rank() == 0:
        print("start")
    else:
        print(everything)
