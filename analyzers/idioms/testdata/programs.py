# Idioms and their silent twins: what a line is stands behind it, and nothing else may be found.

import collections
import contextlib
import functools
import math
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
import triton.language as tl


def is_last_entries(self):
    window = collections.deque(maxlen=n)  # is: last-entries


def is_not_last_entries(self):
    window = collections.deque(items)  # not: last-entries


def is_window_mean(self):
    mean = sum(times) / len(times)  # is: window-mean


def is_not_window_mean(self):
    mean = sum(times) / len(steps)  # not: window-mean


def is_results_kept(self):
    @functools.lru_cache(maxsize=None)  # is: results-kept
    def table(n):
        return n


def is_not_results_kept(self):
    @functools.wraps(f)  # not: results-kept
    def table(n):
        return n


def is_registered(self):
    def add(cls):  # is: registered
        table[name] = cls
        return cls


def is_not_registered(self):
    def add(cls):  # not: registered
        table[name] = cls
        return name


def is_restored_afterwards(self):
    old = config.mode
    config.mode = mode
    try:  # is: restored-afterwards
        yield
    finally:
        config.mode = old


def is_not_restored_afterwards(self):
    try:  # not: restored-afterwards
        yield
    finally:
        close()


def is_attribute_or_default(self):
    limit = getattr(config, 'limit', 8)  # is: attribute-or-default


def is_not_attribute_or_default(self):
    limit = getattr(config, 'limit')  # not: attribute-or-default


def is_from_environment(self):
    limit = os.environ.get('LIMIT', '8')  # is: from-environment


def is_not_from_environment(self):
    limit = settings.get('LIMIT', '8')  # not: from-environment


def is_file_replaced(self):
    os.replace(temporary, path)  # is: file-replaced


def is_not_file_replaced(self):
    shutil.copy(temporary, path)  # not: file-replaced


def is_retried(self):
    for attempt in range(retries):  # is: retried
        try:
            return load(path)
        except OSError:
            wait()


def is_not_retried(self):
    for attempt in range(retries):  # not: retried
        load(path)


def is_errors_ignored(self):
    with contextlib.suppress(OSError):  # is: errors-ignored
        remove(path)


def is_not_errors_ignored(self):
    with contextlib.closing(path):  # not: errors-ignored
        remove(path)


def is_made_once(self):
    if self.table is None:  # is: made-once
        self.table = build()


def is_not_made_once(self):
    if self.table is None:  # not: made-once
        other = build()
