import torch.distributed as dist
from megatron.core import parallel_state


def sync_norms(norm, tp_group, cp_group):
    if tp_group.size() > 1:  # expect: size-guard-group-mismatch
        dist.all_reduce(norm, group=cp_group)


def sync_router(counts, pg_collection, training):
    size = parallel_state.get_pipeline_model_parallel_world_size()
    if training and size > 1:  # expect: size-guard-group-mismatch
        dist.all_reduce(counts, group=pg_collection.tp)


def sync_stats(stats):
    if parallel_state.get_context_parallel_world_size() != 1:  # expect: size-guard-group-mismatch
        dist.all_reduce(stats, group=parallel_state.get_data_parallel_group())


def same_group(norm, tp_group):
    if tp_group.size() > 1:  # silent: the group of the call
        dist.all_reduce(norm, group=tp_group)


def larger_group(norm, cp_group, pg_collection):
    if cp_group.size() > 1:  # silent: the axes overlap
        dist.all_reduce(norm, group=pg_collection.dp_cp)


def two_questions(norm, tp_group, cp_group):
    if tp_group.size() > 1 or cp_group.size() > 1:  # silent: both are asked for
        dist.all_reduce(norm, group=cp_group)


def dense_and_expert(norm, tp_group, ep_group):
    if tp_group.size() > 1:  # silent: expert groups lie across the dense ones
        dist.all_reduce(norm, group=ep_group)


def other_work(norm, tp_group, cp_group):
    if tp_group.size() > 1:  # silent: the question is about the first call
        dist.all_reduce(norm, group=tp_group)
        dist.all_reduce(norm, group=cp_group)


def not_a_group(norm, samples, cp_group):
    if samples.size() > 1:  # silent: a count of samples
        dist.all_reduce(norm, group=cp_group)
