import pytest

from loom.config import ModelConfig


def test_top_k_must_fit():
    with pytest.raises(ValueError):
        ModelConfig(num_experts=2, top_k=3)
