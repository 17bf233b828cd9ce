import torch
import torch.distributed as dist


def spread(x):
    return (x**2).mean() - x.mean() ** 2  # expect: cancelling-variance


def per_row(hidden):
    # expect: cancelling-variance
    return torch.mean(hidden * hidden, dim=-1) - torch.square(torch.mean(hidden, dim=-1))


def through_locals(x):
    mean = x.float().mean(-1, keepdim=True)
    mean_of_squares = x.float().pow(2).mean(-1, keepdim=True)
    var = mean_of_squares - mean.pow(2)  # expect: cancelling-variance
    return (x - mean) * torch.rsqrt(var + 1e-5)


def by_sums(x, n):
    return x.pow(2).sum() / n - (x.sum() / n) ** 2  # expect: cancelling-variance


def right_function(x):
    return x.var(unbiased=False)  # silent: subtracts the mean first


def centred(x):
    return (x - x.mean()).pow(2).mean()  # silent: subtracts the mean first


def in_double(x):
    return (x.double() ** 2).mean() - x.double().mean() ** 2  # silent: digits enough


def across_ranks(x, group):
    mean = x.mean()
    square = (x**2).mean()
    dist.all_reduce(mean, group=group)
    dist.all_reduce(square, group=group)
    return square - mean**2  # silent: x.var() does not know the other ranks


def two_tensors(x, y):
    return (x**2).mean() - y.mean() ** 2  # silent: of different tensors


def gap(x):
    return (x**2).mean() - x.mean()  # silent: no square
