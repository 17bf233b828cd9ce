# --- pkg/__init__.py unchanged
# --- pkg/files.py unchanged
def copy(path, cache_dir=None, use_shm=False):
    return path


def reduce(losses, counts=None, process_group=None, async_op=False):
    return losses


def required(losses, group, async_op=False):
    return losses


def scale(grads, inverse, overflow_buffer=None):
    return grads


class Loader:
    def __init__(self, path, num_workers=0, pin_memory=False):
        self.path = path
# --- pkg/use.py
from pkg.files import Loader, copy, reduce, required, scale


def fetch(path, use_shm):
    return copy(path, use_shm)  # expect: argument-for-another-parameter


def total(losses, process_group):
    return reduce(losses, process_group)  # expect: argument-for-another-parameter


def make(path, config):
    return Loader(path, config.pin_memory)  # expect: argument-for-another-parameter


def by_name(path, use_shm):
    return copy(path, use_shm=use_shm)  # silent: by name


def in_place(path, cache_dir, use_shm):
    return copy(path, cache_dir, use_shm)  # silent: each in its place


def other_name(path, folder):
    return copy(path, folder)  # silent: no parameter is called so


def must_be_given(losses, async_op):
    return required(losses, async_op)  # silent: something has to go there


def given_too(path, use_shm):
    return copy(path, use_shm, use_shm=False)  # silent: the parameter gets a value


def similar(grads, inverse_scale, buffer):
    return scale(grads, inverse_scale, buffer)  # silent: other words for the same


def many(path, arguments):
    return copy(*arguments)  # silent: nobody knows what goes where


def computed(path, use_shm):
    return copy(path, str(use_shm))  # silent: made for that place
