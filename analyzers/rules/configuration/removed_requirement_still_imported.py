# === Still imported, and what is passed over.
# --- requirements.txt before
einops>=0.8  # expect: removed-requirement-still-imported
PyYAML  # expect: removed-requirement-still-imported
numpy  # silent: torchvision brings it
wandb  # silent: imported in a try
hydra-core  # silent: nobody imports it
ninja  # silent: the Dockerfile installs it
regex  # silent: an extra of the project
scipy  # silent: tests alone
tqdm  # silent: another list has it
timm  # silent: a folder of that name
torchvision
# --- requirements.txt after
torchvision
# --- requirements/train.txt unchanged
TQDM==4.67
# --- pyproject.toml unchanged
[project]
name = "trainer"
[project.optional-dependencies]
text = ["regex"]
# --- Dockerfile unchanged
RUN pip install ninja
# --- trainer/attention.py unchanged
import numpy
import ninja
import regex
import timm
import tqdm
from einops import rearrange
try:
    import wandb
except ImportError:
    wandb = None
# --- trainer/config.py unchanged
import yaml
# --- tests/test_math.py unchanged
import scipy
# --- third_party/timm/__init__.py unchanged
x = 1
# === A list of another folder, and one that is gone.
# --- docs/requirements.txt before
msgpack
# --- docs/requirements.txt after
sphinx
# --- requirements/io.txt before
zstandard  # expect: removed-requirement-still-imported
# --- trainer/store.py unchanged
import msgpack
import zstandard
