# --- shardkit/router.py
"""Routes tokens to experts."""

import torch


class TopKRouter(torch.nn.Module):
    """Chooses the experts of each token."""

    def __init__(self, hidden_size: int, num_experts: int, top_k: int) -> None:
        super().__init__()
        self.top_k = top_k
        self.weight = torch.nn.Parameter(torch.empty(num_experts, hidden_size))

    def _scores(self, x: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.linear(x, self.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the numbers of the chosen experts."""
        scores = self._scores(x)
#if defect
        return scores.topk(top_k, dim=-1).indices  # expect: undefined-name
#else
        return scores.topk(self.top_k, dim=-1).indices
#endif
# --- tests/test_router.py
import torch

from shardkit.router import TopKRouter


def test_chooses_as_many_experts_as_asked():
    router = TopKRouter(hidden_size=4, num_experts=8, top_k=2)
    torch.nn.init.ones_(router.weight)
    assert router(torch.ones(3, 4)).shape == (3, 2)
