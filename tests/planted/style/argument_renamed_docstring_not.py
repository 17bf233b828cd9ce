# --- megalith/core/schedule.py before
"""Learning rates."""


def _warmup_rate(step: int, peak: float, warmup: int) -> float:
    """Returns the rate of a step before the peak.

    Args:
        step: Number of the step, from 0.
        peak: Highest rate.
        warmup: Steps until the peak.
    """
    return peak * min(1.0, step / warmup)


def rate(step: int) -> float:
    """Returns the rate of a step."""
    return _warmup_rate(step, 1.0, 10)
# --- megalith/core/schedule.py after
"""Learning rates."""


def _warmup_rate(step: int, peak: float, warmup_steps: int) -> float:
#if defect
    # expect: stale-docstring-argument
#endif
    """Returns the rate of a step before the peak.

    Args:
        step: Number of the step, from 0.
        peak: Highest rate.
#if defect
        warmup: Steps until the peak.
#else
        warmup_steps: Steps until the peak.
#endif
    """
    return peak * min(1.0, step / warmup_steps)


def rate(step: int) -> float:
    """Returns the rate of a step."""
    return _warmup_rate(step, 1.0, warmup_steps=10)
# --- tests/test_schedule.py unchanged
from megalith.core.schedule import rate


def test_rises_to_the_peak():
    assert rate(5) == 0.5
