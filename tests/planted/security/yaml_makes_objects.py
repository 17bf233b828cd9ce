# --- megalith/training/blend.py
"""Blends of data sets, from a file."""
import yaml


def read_blend(path):
    """Returns the weights of the data sets by name."""
    with open(path) as file:
#if defect
        blend = yaml.load(file, Loader=yaml.Loader)  # expect: unsafe-yaml-load
#else
        blend = yaml.load(file, Loader=yaml.SafeLoader)
#endif
    return {name: float(weight) for name, weight in blend.items()}
# --- tests/test_blend.py
from megalith.training.blend import read_blend


def test_reads_weights(tmp_path):
    path = tmp_path / "blend.yaml"
    path.write_text("books: 0.5")
    assert read_blend(path) == {"books": 0.5}
