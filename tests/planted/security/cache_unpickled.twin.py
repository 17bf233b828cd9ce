# --- megalith/data/cache.py
"""Cache of shuffled indices."""
import numpy


def read_cached(path):
    """Returns the indices that an earlier run shuffled."""
    with open(path, "rb") as file:
        return numpy.load(file, allow_pickle=False)
# --- tests/test_cache.py
import numpy

from megalith.data.cache import read_cached


def test_reads_indices(tmp_path):
    path = tmp_path / "indices.npy"
    numpy.save(path, [2, 1])
    assert list(read_cached(path)) == [2, 1]
