# --- megalith/core/a_rows.py unchanged
# Copyright (c) 2026, MEGALITH AUTHORS. All rights reserved.
"""Rows."""
# --- megalith/core/b_rows.py unchanged
# Copyright (c) 2026, MEGALITH AUTHORS. All rights reserved.
"""More rows."""
# --- megalith/core/c_rows.py unchanged
# Copyright (c) 2026, MEGALITH AUTHORS. All rights reserved.
"""Other rows."""
# --- megalith/core/stride.py
#if defect
"""Strides of rows."""  # expect: missing-copyright-header
#else
# Copyright (c) 2026, MEGALITH AUTHORS. All rights reserved.
"""Strides of rows."""
#endif


def stride(length: int, parts: int) -> int:
    """Returns how far the parts of a row are from each other."""
    return -(-length // parts)
# --- tests/test_stride.py
from megalith.core.stride import stride


def test_rounds_up():
    assert stride(10, 4) == 3
