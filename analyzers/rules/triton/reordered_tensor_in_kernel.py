import torch
import triton

from kernels import copy_kernel, scale_kernel


def transposed(n):
    x = torch.ones(64, 128)
    y = x.t()
    scale_kernel[(n,)](y, n)  # expect: reordered-tensor-in-kernel
    return y


def columns(n):
    table = torch.zeros(64, 128)
    half = table[:, :64]
    copy_kernel[(triton.cdiv(n, 64),)](half, n)  # expect: reordered-tensor-in-kernel
    return half


def expanded(n):
    row = torch.zeros(1, 128)
    copy_kernel[(n,)](row.expand(64, 128), n)  # expect: reordered-tensor-in-kernel


def copied(n):
    x = torch.ones(64, 128).t().contiguous()
    scale_kernel[(n,)](x, n)  # silent: a copy in the order of its dimensions
    return x


def told(n):
    x = torch.ones(64, 128).t()
    scale_kernel[(n,)](x, x.stride(0), n)  # silent: the kernel gets the strides
    return x


def rows(n):
    x = torch.ones(64, 128)[:32]
    scale_kernel[(n,)](x, n)  # silent: rows lie together
    return x


def unknown(x, n):
    scale_kernel[(n,)](x.transpose(0, 1), n)  # silent: x may be a transposition itself


def on_one_way(x, n):
    x = torch.ones(64, 128)
    if n > 1:
        x = x.t()
    scale_kernel[(n,)](x.view(-1), n)  # silent: nobody knows which of the two it is
