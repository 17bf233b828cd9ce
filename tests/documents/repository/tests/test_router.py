import torch

from loom.config import ModelConfig
from loom.router import TopKRouter


def test_router_returns_probabilities():
    router = TopKRouter(ModelConfig(hidden_size=16, num_experts=4))
    probs, indices = router(torch.randn(10, 16))
    assert probs.shape == (10, 2)
    assert torch.allclose(probs.sum(dim=-1), torch.ones(10))
    assert indices.max() < 4
