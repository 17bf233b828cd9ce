# --- pkg/save.py before
import torch


def save_shards(state, path):
    for name, value in state.items():
        value.save(path / name)


def load_shards(path):
    return [torch.load(file) for file in path.iterdir()]


class Writer:
    def write_rows(self, rows):
        self.file.write(rows)
# --- pkg/save.py after
import torch

from pkg.other import Reader


# expect: unused-parameter
def save_shards(state, path, prefix=""):
    for name, value in state.items():
        value.save(path / name)


def load_shards(path, strict):
    return [torch.load(file, strict) for file in path.iterdir()]  # silent: it is read


def merge_shards(
    paths,
    # expect: unused-parameter
    limit: int = 4,
    order=None,
):
    return sum(len(path.name) for path in paths)


class Writer:
    # expect: unused-parameter
    def write_rows(self, rows, flush=False):
        self.file.write(rows)

    def close_later(self, rows, _reason):  # silent: its name says so
        self.file.write(rows)

    def write_nothing(self, rows):  # silent: a stub
        raise NotImplementedError


class Lines(Reader):
    def read_lines(self, path, limit):  # silent: the base prescribes it
        return [line for line in path]


def gradient_hook(module, grad):  # silent: a hook
    return grad.clone()


def key_of(row, index):  # silent: handed over below
    return row.size + 1


ORDER = {"size": key_of}


def old_style(rows, limit):
    """Sorts them.

    Args:
        limit: ignored, for compatibility.
    """
    return sorted(rows)  # silent: the docstring says so


@torch.library.custom_op("pkg::scale", mutates_args=())
def scale_op(x, factor):  # silent: what the decorator does is not known
    return x.clone()


def shared_name(rows, limit):  # silent: two functions of that name
    return sorted(rows)


def everything(rows, limit):
    return sorted(locals())  # silent: locals() reads it


def released(rows, limit):
    del limit  # silent: dropped on purpose
    return sorted(rows)


def waived(rows, limit):  # noqa: ARG001
    return sorted(rows)  # silent: somebody decided so
def load_dense(state, path, metadata):  # silent: one of two that are chosen between
    return state[path]


def load_experts(state, path, metadata):
    return state[path].select(metadata)


def provider(model, index):  # silent: nobody calls it, so it is handed over somewhere
    return model.clone()
# --- pkg/main.py unchanged
from pkg.save import load_dense, load_experts, merge_shards, save_shards, Writer


def main(state, paths, rows):
    save_shards(state, paths[0])
    merge_shards(paths, 3)
    load_dense(state, paths[0], 1)
    load_experts(state, paths[0], 1)
    writer = Writer()
    writer.write_rows(rows, flush=True)
# --- pkg/other.py unchanged
class Reader:
    def read_lines(self, path, limit):
        return path.read()[:limit]


def shared_name(rows, limit):
    return rows[:limit]
# --- tests/test_save.py
def check_rows(rows, limit):  # silent: of a test
    assert sorted(rows)
