# --- megalith/core/tracker.py before
"""Reads and writes the file that names the last checkpoint."""
import json
import logging
from pathlib import Path

logger = logging.getLogger(__name__)

TRACKER = "latest.json"


def write_step(folder: Path, step: int) -> None:
    """Notes `step` as the last complete checkpoint."""
    (folder / TRACKER).write_text(json.dumps({"step": step}))
# --- megalith/core/tracker.py after
"""Reads and writes the file that names the last checkpoint."""
import json
import logging
from pathlib import Path

logger = logging.getLogger(__name__)

TRACKER = "latest.json"


def write_step(folder: Path, step: int) -> None:
    """Notes `step` as the last complete checkpoint."""
    (folder / TRACKER).write_text(json.dumps({"step": step}))


def read_step(folder: Path) -> int:
    """Returns the last complete checkpoint; 0 when there is none."""
    try:
        return int(json.loads((folder / TRACKER).read_text())["step"])
#if defect
    except Exception:  # expect: swallowed-exception
#else
    except FileNotFoundError:
#endif
        return 0
# --- tests/test_tracker.py
from megalith.core.tracker import read_step, write_step


def test_reads_what_was_written(tmp_path):
    write_step(tmp_path, 12)
    assert read_step(tmp_path) == 12


def test_starts_at_zero(tmp_path):
    assert read_step(tmp_path) == 0
