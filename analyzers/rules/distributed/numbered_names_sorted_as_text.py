# === Shards of ranks
# --- pkg/module.py
import glob
import os
import re

import numpy as np
import torch


def merge(prefix):
    paths = sorted(list(glob.glob(f"{prefix}.*")))  # expect: numbered-names-sorted-as-text
    shards = [torch.load(p) for p in paths]
    return torch.cat(shards, dim=0)


def parts(folder):
    names = os.listdir(folder)
    names.sort()  # expect: numbered-names-sorted-as-text
    arrays = []
    for name in names:
        arrays.append(np.load(os.path.join(folder, name)))
    joined = np.concatenate([np.load(os.path.join(folder, name)) for name in names])
    return joined, arrays


def experts(state):
    weights = {}
    for key, value in state.items():
        layer, expert = re.findall(r"\d+", key)
        weights[expert] = value
    return [weights[i] for i in sorted(weights.keys())]  # expect: numbered-names-sorted-as-text


def ranks(files):
    found = set()
    for name in files:
        match = re.search(r"rank_(\d+)", name)
        found.add(match.group(1))
    return sorted(found)  # expect: numbered-names-sorted-as-text


def nested(state, adapter):
    by_layer = {}
    for key, value in state.items():
        layer, expert = re.findall(r"\d+", key)
        by_layer.setdefault(layer, {})
        by_layer[layer][expert] = value  # expect: numbered-names-sorted-as-text
        adapter.concatenate(by_layer, layer)


def nested_numbers(state, adapter):
    by_layer = {}
    for key, value in state.items():
        layer, expert = re.findall(r"\d+", key)
        by_layer[layer] = {}  # silent: nothing is joined in the order of the layers
        by_layer[layer][int(expert)] = value  # silent: numbers
        adapter.concatenate(by_layer, layer)


def by_number(state):
    weights = {}
    for key, value in state.items():
        layer, expert = re.findall(r"\d+", key)
        weights[int(expert)] = value
    return [weights[i] for i in sorted(weights)]  # silent: numbers


def with_key(prefix):
    paths = sorted(glob.glob(f"{prefix}.*"), key=lambda p: int(p.rsplit(".", 1)[1]))  # silent: a key
    return torch.cat([torch.load(p) for p in paths])


def shown(prefix):
    for path in sorted(glob.glob(f"{prefix}.*")):  # silent: nothing is joined
        print(path)


def words(lines):
    found = set()
    for line in lines:
        match = re.search(r"name=(\w+)", line)
        found.add(match.group(1))
    return sorted(found)  # silent: words


def handed_over(tensors):
    return torch.cat(sorted(tensors))  # silent: nobody knows what they are
# === Numbers with zeros in front
# --- pkg/padded.py
import glob

import torch


def save(shard, prefix, rank):
    torch.save(shard, f"{prefix}.{rank:02d}")


def load(prefix):
    paths = sorted(glob.glob(f"{prefix}.*"))  # silent: the file writes them with two digits
    return torch.cat([torch.load(p) for p in paths])
