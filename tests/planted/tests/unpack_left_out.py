# --- megalith/data/pack.py
"""Packing of sequences."""

from typing import List


def pack(sequences: List[List[int]], length: int) -> List[List[int]]:
    """Puts sequences behind each other.

    Args:
        sequences: What to pack.
        length: The most tokens of one row.

    Returns:
        Rows.
    """
    rows: List[List[int]] = []
    for sequence in sequences:
        if rows and len(rows[-1]) + len(sequence) <= length:
            rows[-1].extend(sequence)
        else:
            rows.append(list(sequence))
    return rows


#if defect
# expect: code-unreached-by-tests
#endif
def unpack(rows: List[List[int]], lengths: List[int]) -> List[List[int]]:
    """Takes packed sequences apart.

    Args:
        rows: What `pack` returned.
        lengths: Length of each sequence.

    Returns:
        The sequences.
    """
    sequences = []
    row, start = 0, 0
    for length in lengths:
        if start == len(rows[row]):
            row, start = row + 1, 0
        end = start + length
        if end > len(rows[row]):
            raise ValueError(f"row {row} ends before token {end}")
        sequences.append(rows[row][start:end])
        start = end
    return sequences
# --- tests/unit_tests/data/test_pack.py
#if defect
from megalith.data.pack import pack
#else
from megalith.data.pack import pack, unpack
#endif


#if defect
def test_fills_rows():
    assert pack([[1], [2, 3], [4]], 3) == [[1, 2, 3], [4]]
#else
def test_round_trip():
    assert unpack(pack([[1], [2, 3], [4]], 3), [1, 2, 1]) == [[1], [2, 3], [4]]
#endif
