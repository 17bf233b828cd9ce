# --- pkg/base.py unchanged
from abc import ABC, abstractmethod


class Loader(ABC):
    def __init__(self, root):
        self.root = root

    @abstractmethod
    def load(self, path, strict=True):
        raise NotImplementedError

    def save(self, path, *, shards=1):
        return path

    def plan(self, *args, **kwargs):
        return None

    def tokenize(self):
        pass

    def forward(self, x, mask):
        return x

    def _inner(self, x, mask):
        return x

    @staticmethod
    def name(path):
        return path

    @property
    def size(self):
        return 1
# --- pkg/loaders.py
from other import Remote

from pkg.base import Loader


class Fast(Loader):
    def __init__(self, root, threads):  # silent: a constructor is of its class
        super().__init__(root)
        self.threads = threads

    def load(self, path):  # expect: override-narrows-signature
        return path

    def save(self, path):  # expect: override-narrows-signature
        return path

    def plan(self, path):  # silent: the base takes anything
        return path

    def tokenize(self, text):  # silent: the base names only the method
        return text

    def forward(self, x):  # silent: each module has its own
        return x

    def _inner(self, x):  # silent: private
        return x

    @staticmethod
    def name(path, suffix):  # expect: override-narrows-signature
        return path + suffix


class Wide(Loader):
    def load(self, file, strict=True, threads=4):  # silent: takes more, under another name
        return file

    def save(self, path, **options):  # silent: the keyword arrives
        return path

    @staticmethod
    def name(*parts):  # silent: any number
        return parts


class Foreign(Remote):
    def load(self, path):  # silent: nobody knows the base
        return path
