# --- shardkit/manifest.py
"""Reads the manifest of a checkpoint."""

import json
import logging
from pathlib import Path

logger = logging.getLogger(__name__)


def read_manifest(folder: Path) -> dict:
    """Returns the manifest, or an empty one."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
    except FileNotFoundError:
        logger.warning("no manifest in %s", folder)
#if defect
    manifest.setdefault("version", 1)  # expect: possibly-unbound
#else
        manifest = {}
    manifest.setdefault("version", 1)
#endif
    return manifest
# --- tests/test_manifest.py
from shardkit.manifest import read_manifest


def test_reads_the_version(tmp_path):
    (tmp_path / "manifest.json").write_text("{}")
    assert read_manifest(tmp_path) == {"version": 1}
