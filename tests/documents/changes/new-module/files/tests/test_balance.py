import pytest
import torch

from loom.balance import LoadBalancingLoss


def test_coefficient_must_not_be_negative():
    with pytest.raises(ValueError):
        LoadBalancingLoss(4, -1.0, None)


def test_zero_turns_it_off():
    loss = LoadBalancingLoss(4, 0.0, None)
    assert loss(torch.randn(3, 4), torch.zeros(3, 1, dtype=torch.long)) == 0
