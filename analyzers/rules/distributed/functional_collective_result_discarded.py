import torch.distributed as dist
import torch.distributed.nn.functional as dist_fn
from megatron.core import tensor_parallel
from megatron.core.tensor_parallel import (
    reduce_from_tensor_model_parallel_region,
    scatter_to_sequence_parallel_region,
)


class Head:
    def forward(self, hidden, parts, group):
        # expect: functional-collective-result-discarded
        reduce_from_tensor_model_parallel_region(hidden, group=group)
        # expect: functional-collective-result-discarded
        tensor_parallel.gather_from_sequence_parallel_region(hidden)
        dist_fn.all_reduce(hidden, group=group)  # expect: functional-collective-result-discarded
        hidden = scatter_to_sequence_parallel_region(hidden)  # silent: bound
        dist.all_reduce(hidden, group=group)  # silent: works in place
        dist_fn.all_to_all(parts, [hidden], group=group)  # silent: fills the list
        self.copy_to_parallel_region(hidden)  # silent: a method may work in place
        return tensor_parallel.gather_from_sequence_parallel_region(hidden)  # silent: returned

    def copy_to_parallel_region(self, hidden):
        self.buffer.copy_(hidden)


def unrelated(batch, host):
    batch.copy_to_host(host)  # silent: no mapping between parallel regions
    copy_to_disk(batch)  # silent: another kind of copy


# --- tests/test_mappings.py
from megatron.core.tensor_parallel import gather_from_sequence_parallel_region


def check(hidden):
    gather_from_sequence_parallel_region(hidden)  # silent: tests exercise errors
