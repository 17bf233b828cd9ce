# --- megalith/data/index.py before
"""Index of the documents of a data set."""
import json


def write_index(path, offsets):
    """Writes one offset on each line."""
    with open(path, "w") as file:
        file.writelines(f"{offset}\n" for offset in offsets)
# --- megalith/data/index.py after
"""Index of the documents of a data set."""
import json


def write_index(path, offsets):
    """Writes one offset on each line."""
    with open(path, "w") as file:
        file.writelines(f"{offset}\n" for offset in offsets)


def read_sizes(path):
    """Returns the sizes that the data set declares."""
#if defect
    header = json.load(open(path))  # expect: unclosed-file
#else
    with open(path) as file:
        header = json.load(file)
#endif
    return [int(size) for size in header["sizes"]]
# --- tests/test_index.py
import json

from megalith.data.index import read_sizes


def test_reads_sizes(tmp_path):
    path = tmp_path / "header.json"
    path.write_text(json.dumps({"sizes": [1, 2]}))
    assert read_sizes(path) == [1, 2]
