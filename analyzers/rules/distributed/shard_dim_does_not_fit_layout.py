import torch
import torch.distributed._functional_collectives as funcol
from torch.distributed.tensor import Shard, distribute_tensor


def joined(
    x,  # [b, s, h]
):
    return gather_from_sequence_parallel_region(x)  # expect: shard-dim-does-not-fit-layout


def gathered(k_BLND, cp_group):
    return funcol.all_gather_tensor(k_BLND, 0, cp_group)  # expect: shard-dim-does-not-fit-layout


def distributed(x, mesh):
    """Cuts.

    Args:
        x: tensor of shape (batch, seq, dim)
    """
    return distribute_tensor(x, mesh["cp"], [Shard(0)])  # expect: shard-dim-does-not-fit-layout


def cut(
    x,  # [s, b, h]
    cp_size,
):
    return x.chunk(cp_size, dim=1)  # expect: shard-dim-does-not-fit-layout


def first(
    x,  # [s, b, h]
):
    return gather_from_sequence_parallel_region(x)  # silent: the sequence comes first


def transposed(
    x,  # [b, s, h]
):
    y = x.transpose(0, 1).contiguous()
    return gather_from_sequence_parallel_region(y)  # silent: transposed before


def unknown(x):
    return gather_from_sequence_parallel_region(x)  # silent: nobody knows the layout


def over_the_sequence(k_BLND, cp_group):
    return funcol.all_gather_tensor(k_BLND, 1, cp_group)  # silent: the sequence


def over_data_ranks(
    x,  # [b, s, h]
    dp_group,
):
    return funcol.all_gather_tensor(x, 0, dp_group)  # silent: these ranks have samples of their own


def of_tokens(
    x,  # [b, h]
    cp_size,
):
    return torch.chunk(x, cp_size, dim=0)  # silent: the layout has no sequence
