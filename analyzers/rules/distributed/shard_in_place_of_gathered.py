import torch


def forward(x, weight, group, sharded):
    if sharded:
        x_total, _ = gather_along_first_dim(x, group)
    else:
        x_total = x
    size = list(x_total.size())
    size[1] = weight.size(0)
    out = torch.empty(size)
    gemm(weight, x, workspace(), out=out)  # expect: shard-in-place-of-gathered
    return out


def plain(x, weight, group):
    whole = all_gather_tensor(x, 0, group)
    result = torch.empty(whole.shape[0], weight.shape[0])
    torch.mm(x, weight.t(), out=result)  # expect: shard-in-place-of-gathered
    return result


class Layer:
    def forward(self, local, weight):
        full = gather_from_sequence_parallel_region(local)
        out = full.new_empty(full.size(0), weight.size(0))
        self.gemm(local, weight, out=out)  # expect: shard-in-place-of-gathered
        return out


def right(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    out = torch.empty(x_total.size(0), weight.size(0))
    gemm(weight, x_total, out=out)  # silent: the gathered one
    return out


def local_output(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    out = torch.empty(x.size(0), weight.size(0))
    gemm(weight, x, out=out)  # silent: the output has the size of the shard
    return out, x_total


def before(x, weight, group, out):
    gemm(weight, x, out=out)  # silent: before the gather
    x_total, _ = gather_along_first_dim(x, group)
    return x_total


def both(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    out = torch.empty(x_total.size(0), weight.size(0))
    combine(x, x_total, out=out)  # silent: reads both
    return out


def no_output(x, weight, group):
    x_total, _ = gather_along_first_dim(x, group)
    return gemm(weight, x), x_total  # silent: makes an output of its own
