# --- shardkit/partition.py
"""Splits layers over pipeline stages."""


def layers_of_stage(num_layers: int, stages: int, stage: int) -> range:
    """Returns the layers that a stage holds."""
    if num_layers % stages != 0:
#if defect
        ValueError(f"{num_layers} layers do not split over {stages} stages")  # expect: exception-not-raised
#else
        raise ValueError(f"{num_layers} layers do not split over {stages} stages")
#endif
    size = num_layers // stages
    return range(stage * size, (stage + 1) * size)
# --- tests/test_partition.py
from shardkit.partition import layers_of_stage


def test_splits_evenly():
    assert list(layers_of_stage(8, 4, 1)) == [2, 3]
