import torch
import torch.distributed as dist


class Sampler:
    def next_batch(self, sources):
        if self.global_rank == 0:
            batch = []
            for source in sources:
                batch += source.draw()
            batch = torch.tensor(batch, dtype=torch.long).view(-1)
        else:
            batch = torch.empty(self.batch_size, dtype=torch.long)
        dist.broadcast(batch, 0, group=self.group)  # expect: broadcast-size-differs-by-rank
        return batch


def ids(rank, count, lines, group):
    found = []
    if rank == 0:
        for line in lines:
            found.append(line.id)
        sent = torch.tensor(found)
    else:
        sent = torch.zeros(count, dtype=torch.long)
    dist.broadcast(sent, src=0, group=group)  # expect: broadcast-size-differs-by-rank
    return sent


def weights(experts, limit, scores):
    if dist.get_rank() == 0:
        best = []
        for expert in experts:
            best.extend(scores[expert])
        best = torch.as_tensor(best).cuda()
    else:
        best = torch.empty(limit).cuda()
    dist.broadcast(best, 0)  # expect: broadcast-size-differs-by-rank
    return best


def padded(rank, size, sources, group):
    if rank == 0:
        batch = []
        for source in sources:
            batch += source.draw()
        batch = torch.tensor(batch + [-1] * (size - len(batch)))
    else:
        batch = torch.empty(size, dtype=torch.long)
    dist.broadcast(batch, 0, group=group)  # silent: padded
    return batch


def length_first(rank, sources, group):
    batch = []
    if rank == 0:
        for source in sources:
            batch += source.draw()
    length = torch.tensor([len(batch)])
    dist.broadcast(length, 0, group=group)
    size = int(length)
    if rank == 0:
        sent = torch.tensor(batch)
    else:
        sent = torch.empty(size, dtype=torch.long)
    dist.broadcast(sent, 0, group=group)  # silent: the length came first
    return sent


def fixed(rank, width, group):
    if rank == 0:
        values = [1, 2, 3]
        sent = torch.tensor(values)
    else:
        sent = torch.empty(width)
    dist.broadcast(sent, 0, group=group)  # silent: nobody knows that they differ


def no_ranks(fast, size, sources, group):
    if fast:
        batch = []
        for source in sources:
            batch += source.draw()
        batch = torch.tensor(batch)
    else:
        batch = torch.empty(size)
    dist.broadcast(batch, 0, group=group)  # silent: the decision is not about ranks


def not_sent(rank, size, sources):
    if rank == 0:
        batch = []
        for source in sources:
            batch += source.draw()
        batch = torch.tensor(batch)
    else:
        batch = torch.empty(size)  # silent: no broadcast
    return batch
