# --- megalith/moe/statistics.py
"""Load of experts."""

import torch
import torch.distributed


class ExpertLoad:
    """Counts the tokens of each expert."""

    def __init__(self, num_experts: int, group: torch.distributed.ProcessGroup):
        self.group = group
        self.counts = torch.zeros(num_experts)
        self.steps = 0

    def add(self, assignment: torch.Tensor) -> None:
        """Adds the tokens of one step."""
        self.counts += torch.bincount(assignment, minlength=self.counts.numel())
        self.steps += 1

    def share(self) -> torch.Tensor:
        """Returns each expert's share of all tokens of the group."""
        counts = self.counts.clone()
#if defect
        torch.distributed.all_reduce(counts, group=self.group)  # expect: collective-tested-on-one-rank
#else
        torch.distributed.all_reduce(counts, group=self.group)
#endif
        return counts / counts.sum().clamp(min=1.0)
# --- tests/unit_tests/moe/test_statistics.py
import torch

from megalith.moe.statistics import ExpertLoad
#if twin
from tests.unit_tests.helpers import start_ranks
#endif


#if defect
def test_share_of_one_rank(group_of_one):
    load = ExpertLoad(2, group_of_one)
#else
def test_share_of_two_ranks():
    group = start_ranks(expert_model_parallel_size=2)
    load = ExpertLoad(2, group)
#endif
    load.add(torch.tensor([0, 0, 1, 0]))
    assert load.share().tolist() == [0.75, 0.25]
