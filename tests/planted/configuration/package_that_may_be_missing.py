# --- harbor/tracking.py before
"""Where numbers of a run go."""

import logging

logger = logging.getLogger(__name__)


def report(iteration: int, loss: float) -> None:
    """Writes the loss of an update to the log."""
    logger.info("iteration %d: loss %f", iteration, loss)
# --- harbor/tracking.py after
"""Where numbers of a run go."""

import logging

#if defect
import wandb  # expect: unguarded-optional-import
#else
try:
    import wandb

    HAVE_WANDB = True
except ImportError:
    HAVE_WANDB = False
#endif

logger = logging.getLogger(__name__)


def report(iteration: int, loss: float) -> None:
    """Writes the loss of an update to the log."""
    logger.info("iteration %d: loss %f", iteration, loss)
#if defect
    if wandb.run is not None:
#else
    if HAVE_WANDB and wandb.run is not None:
#endif
        wandb.log({"loss": loss}, step=iteration)
# --- harbor/train.py unchanged
"""The entry of training."""

from harbor.tracking import report


def finish(iteration: int, loss: float) -> None:
    """Reports the end."""
    report(iteration, loss)
# --- pyproject.toml unchanged
[project]
name = "harbor"
dependencies = ["torch>=2.6", "numpy"]

[project.optional-dependencies]
tracking = ["wandb"]
# --- tests/test_tracking.py before
import logging

from harbor.tracking import report


def test_reports(caplog):
    caplog.set_level(logging.INFO)
    report(3, 0.5)
    assert "iteration 3" in caplog.text
# --- tests/test_tracking.py after
import logging

from harbor.tracking import report


def test_reports(caplog):
    caplog.set_level(logging.INFO)
    report(3, 0.5)
    report(4, 0.25)
    assert "iteration 3" in caplog.text
