import pytest
import torch
import torch.distributed as dist
from torch.distributed import all_gather, ReduceOp

from mesh import collectives


def reduce_over(x, tp_group, parts):
    dist.all_reduce(x, group=tp_group)  # silent: by name
    dist.all_reduce(x, tp_group)  # expect: torch-distributed-bad-argument
    dist.all_reduce(x, ReduceOp.MAX, tp_group)  # silent: the operation stands before it
    torch.distributed.all_reduce(x, grp=tp_group)  # expect: torch-distributed-bad-argument
    # expect: torch-distributed-bad-argument
    dist.reduce_scatter_tensor(x, x, get_data_parallel_group(), async_op=True)
    all_gather(parts, x, process_group=tp_group)  # expect: torch-distributed-bad-argument
    all_gather(parts, x, tp_group, async_op=True)  # silent: takes no operation
    # expect: torch-distributed-bad-argument
    dist.all_gather_object(parts, x, tp_group, False, True)
    dist.P2POp(dist.isend, x, 1, tp_group, async_op=True)  # expect: torch-distributed-bad-argument


def later_keywords(x, group, parts):
    dist.broadcast(x, group_src=0, group=group)  # silent: a parameter of newer releases
    dist.barrier(device_ids=[0])
    dist.all_gather_object(parts, x, group, weights_only=True)


def other_libraries(x, tp_group):
    collectives.all_reduce(x, tp_group)  # silent: another library
    collectives.all_reduce(x, grp=tp_group)


def hidden_arguments(x, options, operands):
    dist.all_reduce(x, **options)  # silent: hidden behind stars
    dist.all_reduce(*operands)


def test_rejects(x, tp_group):
    with pytest.raises(TypeError):
        dist.all_reduce(x, grp=tp_group)  # silent: the error is what is wanted


from deepspeed import comm


def group_as_operation(x, tp_group):
    comm.all_reduce(x, tp_group)  # expect: torch-distributed-bad-argument


def with_logging(x, group):
    comm.all_reduce(x, group=group, prof=True, log_name="loss")  # silent: DeepSpeed's own arguments
