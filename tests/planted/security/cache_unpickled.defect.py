# --- megalith/data/cache.py
"""Cache of shuffled indices."""
import pickle


def read_cached(path):
    """Returns the indices that an earlier run shuffled."""
    with open(path, "rb") as file:
        return pickle.load(file)  # expect: unpickled-data
# --- tests/test_cache.py
import pickle

from megalith.data.cache import read_cached


def test_reads_indices(tmp_path):
    path = tmp_path / "indices"
    path.write_bytes(pickle.dumps([2, 1]))
    assert list(read_cached(path)) == [2, 1]
