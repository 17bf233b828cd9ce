import torch

from loom.config import ModelConfig
from loom.router import TopKRouter


def test_router_returns_probabilities():
    router = TopKRouter(ModelConfig(hidden_size=16, num_experts=4))
    probs, indices = router(torch.randn(10, 16))
    assert probs.shape == (10, 2)
    assert torch.allclose(probs.sum(dim=-1), torch.ones(10))
    assert indices.max() < 4


def test_scores_do_not_depend_on_the_dtype():
    torch.manual_seed(0)
    router = TopKRouter(ModelConfig(hidden_size=16, num_experts=4))
    hidden = torch.randn(10, 16)
    probs, indices = router(hidden)
    low, low_indices = router(hidden.bfloat16())
    assert torch.equal(indices, low_indices)
    torch.testing.assert_close(low, probs, atol=2e-2, rtol=0)
