# --- megalith/training/patterns.py
"""Which layers have experts."""
import ast


def expert_layers(pattern: str, depth: int) -> list[int]:
    """Returns 1 for each layer with experts, of a pattern like "[0, 1]"."""
#if defect
    layers = list(eval(pattern))  # expect: evaluated-text
#else
    layers = list(ast.literal_eval(pattern))
#endif
    if len(layers) != depth:
        raise ValueError(f"the pattern has {len(layers)} layers, the model {depth}")
    return layers
# --- tests/test_patterns.py
import pytest

from megalith.training.patterns import expert_layers


def test_reads_a_list():
    assert expert_layers("[0, 1]", 2) == [0, 1]


def test_refuses_another_depth():
    with pytest.raises(ValueError):
        expert_layers("[0, 1]", 3)
