from megatron.core import parallel_state
from megatron.core.dist_checkpointing import ShardedTensor
from megatron.core.parallel_state import get_context_parallel_rank, get_data_parallel_rank


def shard_bias(tensor, key, tp_rank, prepend):
    replica_id = (0, tp_rank, get_data_parallel_rank())  # expect: replica-id-ignores-context-parallel
    return ShardedTensor.from_rank_offsets(key, tensor, *prepend, replica_id=replica_id)


def shard_weight(tensor, key, offsets):
    return ShardedTensor.from_rank_offsets(
        key,
        tensor,
        *offsets,
        # expect: replica-id-ignores-context-parallel
        replica_id=parallel_state.get_data_parallel_rank(),
    )


def shard_in_steps(tensor, key):
    dp_rank = parallel_state.get_data_parallel_rank()  # expect: replica-id-ignores-context-parallel
    options = {"replica_id": (0, 0, dp_rank), "key": key}
    return ShardedTensor(tensor, **options)


class Embedding:
    def sharded(self):
        # expect: replica-id-ignores-context-parallel
        self.replica_id = (parallel_state.get_data_parallel_rank(), 0)


def with_the_flag(tensor):
    # silent: context parallelism is included
    replica_id = (0, 0, get_data_parallel_rank(with_context_parallel=True))
    return tensor, replica_id


def with_a_computed_flag(tensor, is_dense):
    replica_id = get_data_parallel_rank(is_dense)  # silent: the caller decides
    return tensor, replica_id


def both_coordinates(tensor):
    # silent: the context-parallel rank is a coordinate of its own
    replica_id = (0, get_context_parallel_rank(), get_data_parallel_rank())
    return tensor, replica_id


def sampler(batch):
    # silent: which samples a rank reads is a question of data parallelism alone
    rank = get_data_parallel_rank()
    return batch[rank]


def of_another_object(tensor, mesh):
    replica_id = mesh.get_data_parallel_rank()  # silent: nothing is known of that method
    return tensor, replica_id


def from_group(tensor, get_pg_rank, dp_cp_group):
    replica_id = (0, 0, get_pg_rank(dp_cp_group))  # silent: an explicit group
    return tensor, replica_id
# --- tests/test_shards.py
from megatron.core import parallel_state


def test_ids(save):
    # silent: a test may well do this on purpose
    save(replica_id=parallel_state.get_data_parallel_rank())
