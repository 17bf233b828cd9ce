# --- megalith/core/packing.py before
"""Packs documents into rows."""


def pack(documents: list, length: int) -> list:
    """Packs documents into rows of one length.

    Args:
        documents: Lists of tokens.
        length: Of a row.
    """
    tokens = [token for document in documents for token in document]
    return [tokens[i : i + length] for i in range(0, len(tokens), length)]
# --- megalith/core/packing.py after
"""Packs documents into rows."""


#if defect
def pack(documents: list, length: int, end: int = 0) -> list:  # expect: undocumented-new-parameter
#else
def pack(documents: list, length: int, end: int = 0) -> list:
#endif
    """Packs documents into rows of one length.

    Args:
        documents: Lists of tokens.
        length: Of a row.
#if twin
        end: Token after each document.
#endif
    """
    tokens = [token for document in documents for token in [*document, end]]
    return [tokens[i : i + length] for i in range(0, len(tokens), length)]
# --- tests/test_packing.py before
from megalith.core.packing import pack


def test_packs():
    assert pack([[1, 2]], 3) == [[1, 2]]
# --- tests/test_packing.py after
from megalith.core.packing import pack


def test_packs():
    assert pack([[1, 2]], 3) == [[1, 2, 0]]


def test_ends_documents():
    assert pack([[1]], 3, end=9) == [[1, 9]]
