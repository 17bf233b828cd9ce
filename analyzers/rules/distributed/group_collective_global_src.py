import torch
import torch.distributed as dist
from megatron.core import parallel_state


def share_embedding(weight, tp_group):
    dist.broadcast(weight, src=0, group=tp_group)  # expect: group-collective-global-src
    dist.broadcast(weight, dist.get_global_rank(tp_group, 0), group=tp_group)  # silent: translated


def collect(report, reports, pg_collection):
    # expect: group-collective-global-src
    dist.gather_object(report, reports, dst=0, group=pg_collection.cp)


def send_own(x, group):
    source = dist.get_rank(group=group)
    dist.broadcast(x, src=source, group=group)  # expect: group-collective-global-src


def wrong_source(x):
    source = parallel_state.get_tensor_model_parallel_src_rank()
    group = parallel_state.get_context_parallel_group()
    torch.distributed.broadcast(x, source, group=group)  # expect: group-collective-global-src


def right_source(x):
    source = parallel_state.get_tensor_model_parallel_src_rank()
    # silent: the source of the same group
    dist.broadcast(x, source, group=parallel_state.get_tensor_model_parallel_group())


def world(x):
    dist.broadcast(x, src=0)  # silent: the default group counts as the world does


def opaque(x, group):
    dist.broadcast(x, src=0, group=group)  # silent: the group may start at rank 0


def by_place(x, tp_group):
    dist.broadcast(x, group_src=0, group=tp_group)  # silent: counted within the group


def tied_embeddings(x):
    source = parallel_state.get_pipeline_model_parallel_first_rank()
    # silent: the first stage is a member of the embedding group
    dist.broadcast(x, source, group=parallel_state.get_embedding_group())


def chosen(x, tp_group, owner):
    dist.broadcast(x, src=owner, group=tp_group)  # silent: what owner counts is not known


# --- tests/test_share.py
import torch.distributed as dist


def check(weight, tp_group):
    dist.broadcast(weight, src=0, group=tp_group)  # silent: tests know their ranks
