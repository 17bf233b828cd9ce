# --- pkg/cache.py
import json
import pickle
from pickle import loads

import cloudpickle
import numpy as np


def read_index(path):
    with open(path, "rb") as file:
        return pickle.load(file)  # expect: unpickled-data


def receive(socket):
    return loads(socket.recv(1 << 20))  # expect: unpickled-data


def read_rows(path):
    return np.load(path, allow_pickle=True)  # expect: unpickled-data


def read_function(request):
    return cloudpickle.loads(request.body)  # expect: unpickled-data


def read_array(path):
    rows = np.load(path)  # silent: arrays alone
    return rows, np.load(path, allow_pickle=False)  # silent: it says so


def copy_of(module):
    return pickle.loads(pickle.dumps(module))  # silent: what this process wrote


def copied(module):
    data = pickle.dumps(module)
    return pickle.loads(data)  # silent: written two lines above


def from_worker(pipe):
    return pickle.loads(pipe.recv_bytes())  # silent: from a process of this job


def json_index(path):
    with open(path) as file:
        return json.load(file)  # silent: data only


def waived(file):
    # silent: somebody decided so
    return pickle.load(file)  # noqa: S301
# --- tests/test_cache.py
import pickle


def test_cache(path):
    assert pickle.loads(path.read_bytes())  # silent: a test
