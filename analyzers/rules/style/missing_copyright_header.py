# --- engine/core/a.py unchanged
# Copyright (c) 2024, EXAMPLE CORPORATION. All rights reserved.
a = 1
# --- engine/core/b.py unchanged
# Copyright (c) 2024, EXAMPLE CORPORATION. All rights reserved.
b = 1
# --- engine/core/c.py unchanged
# Copyright (c) 2025, EXAMPLE CORPORATION. All rights reserved.
c = 1
# --- engine/core/area.py
def area(width, height):  # expect: missing-copyright-header
    return width * height
# --- engine/core/program.py
#!/usr/bin/env python3
import os  # expect: missing-copyright-header
# --- engine/core/volume.py
"""Volumes."""  # expect: missing-copyright-header


def volume(x):
    return x
# --- engine/core/masks.py
# Copyright (c) 2026, EXAMPLE CORPORATION. All rights reserved.
def causal(size):  # silent: has it
    return size
# --- engine/core/spdx.py
# SPDX-License-Identifier: Apache-2.0
def scale(size):  # silent: says it in another way
    return size
# --- engine/core/third_party/ring.py
def ring(size):  # silent: written by others
    return size
# --- engine/core/b2.py before
x = 1
# --- engine/core/b2.py after
x = 2  # silent: the file is not new
# --- engine/tools/convert.py
def convert(size):  # silent: no neighbour has one
    return size
