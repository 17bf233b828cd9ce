# --- models/base.py unchanged
"""What all models share."""

from abc import ABC


class Model(ABC):
    """A model of a given width."""

    def __init__(self, width, groups):
        self.width = width
        self.groups = groups
# --- models/encoder.py unchanged
from models.base import Model


class Encoder(Model):
    """Reads a text."""

    def encode_all(self, texts):
        return [len(text) * self.width for text in texts]
# --- models/audio.py before
from models.encoder import Encoder


class AudioEncoder(Encoder):
    """Reads a recording."""
# --- models/audio.py after
from models.encoder import Encoder


class AudioEncoder(Encoder):
    """Reads a recording."""

    def __init__(self, width, groups, rate):
#if defect
        super().__init__(width)  # expect: call-does-not-fit-signature
#else
        super().__init__(width, groups)
#endif
        self.rate = rate
