# --- megalith/data/cache.py
"""Cache of shuffled indices."""
#if defect
import pickle
#else
import numpy
#endif


def read_cached(path):
    """Returns the indices that an earlier run shuffled."""
    with open(path, "rb") as file:
#if defect
        return pickle.load(file)  # expect: unpickled-data
#else
        return numpy.load(file, allow_pickle=False)
#endif
# --- tests/test_cache.py
#if defect
import pickle
#else
import numpy
#endif

from megalith.data.cache import read_cached


def test_reads_indices(tmp_path):
#if defect
    path = tmp_path / "indices"
    path.write_bytes(pickle.dumps([2, 1]))
#else
    path = tmp_path / "indices.npy"
    numpy.save(path, [2, 1])
#endif
    assert list(read_cached(path)) == [2, 1]
