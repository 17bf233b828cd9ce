from megatron.core import parallel_state


def layer(make, pg_collection, config):
    first = make(tp_group=pg_collection.pp)  # expect: argument-of-another-axis
    second = make(cp_size=parallel_state.get_tensor_model_parallel_world_size())  # expect: argument-of-another-axis
    third = make(ep_size=config.num_experts)  # expect: argument-of-another-axis
    fourth = make(pp_rank=pg_collection.tp.rank())  # expect: argument-of-another-axis
    return first, second, third, fourth


def right(make, pg_collection, config, group):
    first = make(tp_group=pg_collection.tp)  # silent: the same axis
    second = make(tp_group=pg_collection.expt_tp)  # silent: layers of experts take their group
    third = make(dp_group=pg_collection.dp_cp)  # silent: data parallelism with more
    fourth = make(tp_group=group)  # silent: nobody knows which
    fifth = make(num_experts=config.num_experts)  # silent: asks for a number of experts
    sixth = make(hidden_size=pg_collection.tp.size())  # silent: no axis in the name
    return first, second, third, fourth, fifth, sixth
