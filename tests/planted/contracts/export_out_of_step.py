# --- codec/__init__.py before
"""Text and its tokens."""

from .decode import decode
from .encode import encode

__all__ = ["decode", "encode"]
# --- codec/__init__.py after
"""Text and its tokens."""

from .decode import decode
from .encode import encode, encode_batch

__all__ = [
    "decode",
    "encode",
#if defect
    "encode_batched",  # expect: undefined-export
#else
    "encode_batch",
#endif
]
# --- codec/encode.py unchanged
def encode(text):
    return [ord(letter) for letter in text]


def encode_batch(texts):
    return [encode(text) for text in texts]
# --- codec/decode.py unchanged
def decode(tokens):
    return "".join(chr(token) for token in tokens)
