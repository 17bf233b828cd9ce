# --- pyproject.toml unchanged
[project]
name = "pkg"
dependencies = ["torch>=2.6.0", "numpy", "PyYAML>=6; python_version > '3.8'"]

[project.optional-dependencies]
tracking = ["wandb"]

[tool.setuptools.packages.find]
include = ["pkg", "pkg.*"]
# --- README.md unchanged
```bash
pip install "tensorstore>=0.1" zarr  # for checkpoints
```
# --- pkg/__init__.py unchanged
import rich
# --- pkg/views/requirements.txt unchanged
# Only for the views.
plotly>=5
# --- pkg/tracking.py before
import old_tracker
# --- pkg/tracking.py after
import json  # silent: of Python itself

import numpy as np  # silent: a dependency
import old_tracker  # silent: was there before
import rich  # silent: the package around it needs it already
import sympy  # silent: comes with torch
import torch
import triton  # silent: comes with torch
import wandb  # expect: unguarded-optional-import
import yaml  # silent: PyYAML
from einops import rearrange  # expect: unguarded-optional-import
from pkg.core import step  # silent: first party

try:
    import tensorstore  # silent: guarded
except ImportError:
    tensorstore = None


def start():
    import mlflow  # silent: imported when needed

    return mlflow, json, np, old_tracker, rich, sympy, torch, triton, wandb, yaml, rearrange, step, tensorstore
# --- pkg/core.py unchanged
def step():
    return 1
# --- pkg/kernels.py
import flash_kernels  # silent: this module is only imported under a guard


def run(x):
    return flash_kernels.run(x)
# --- pkg/use_kernels.py
try:
    from pkg.kernels import run

    HAVE_KERNELS = True
except ImportError:
    HAVE_KERNELS = False
# --- pkg/distill/__init__.py
from pkg.distill.saver import save
# --- pkg/distill/saver.py
import zstandard  # silent: the package is loaded late


def save(x):
    return zstandard.compress(x)
# --- pkg/late.py
def finish(x):
    from pkg.distill import save

    return save(x)
# --- pkg/serving.py
import importlib.util

if importlib.util.find_spec("fastapi") is None:
    raise ImportError("pip install fastapi")

import fastapi  # silent: the module leaves before when it is missing
# --- pkg/gateway.py
import uvicorn  # expect: unguarded-optional-import
# --- pkg/views/draw.py
import plotly  # silent: a requirement file beside it names it
import wandb  # silent: said once, for pkg/tracking.py
# --- pkg/store.py
import zarr  # expect: unguarded-optional-import
# --- pkg/reader.py unchanged
from pkg.store import read
# --- pkg/writer.py unchanged
import pkg.store
# --- pkg/listing.py unchanged
from pkg import store
# --- pkg/archive.py
import tensorstore  # silent: the README says to install it, and hardly anybody imports this module
# --- server/main.py
import uvicorn  # silent: not installed with the package
# --- tools/convert.py
import safetensors  # silent: a tool
