# --- engine/optim/schedule.py before
class Schedule:
    """Learning rate by step.

    Args:
        peak: Highest rate.
        warmup: Steps until then.
    """

    def __init__(self, peak, warmup):
        self.peak = peak
        self.warmup = warmup

    def rate(self, step, floor):
        """Returns the rate.

        Args:
            step: Number of the step.
            floor: Lowest rate.
        """
        return max(floor, self.peak * step / self.warmup)

    def history(self, steps):
        """Returns the rates of some steps.

        Args:
            limit (int): It was wrong before, too.
        """
        return [self.rate(step, 0) for step in range(steps)]

    def clip(self, value,
             low):
        """Clips a value.

        Args:
            value: To clip.
            low: Lowest value.
        """
        return max(value, 0)
# --- engine/optim/schedule.py after
class Schedule:
    # expect: stale-docstring-argument
    """Learning rate by step.

    Args:
        peak: Highest rate.
        warmup: Steps until then.
    """

    def __init__(self, peak, warmup_steps):
        self.peak = peak
        self.warmup = warmup_steps

    def rate(self, step, minimum):
        # expect: stale-docstring-argument
        """Returns the rate.

        Args:
            step: Number of the step.
            floor: Lowest rate.
        """
        return max(minimum, self.peak * step / self.warmup)

    def history(self, steps):  # silent: the entry was wrong before
        """Returns the rates of some steps.

        Args:
            limit (int): It was wrong before, too.
        """
        return [self.rate(step, 0) for step in range(0, steps)]

    def clip(self, value):
        # expect: stale-docstring-argument
        """Clips a value.

        Args:
            value: To clip.
            low: Lowest value.
        """
        return max(value, 0)

    def scale(self, factor, **options):  # silent: it takes anything
        """Scales all rates.

        Args:
            factor: By what.
            keep_floor: Whether the lowest rate stays.
        """
        return self.rebuild(factor, options)

    def describe(self, steps):  # silent: no section of arguments
        """Describes itself.

        Attributes:
            width: Of the table.

        Note: step: this is prose.
        """
        return str(steps)

    def abstract(self, rates_aval, steps_aval):  # silent: speaks of what the parameters stand for
        """Types of the result.

        Args:
            rates: By step.
            steps: Their numbers.
        """
        return rates_aval, steps_aval

    def join(self, other, gap_steps):
        # expect: stale-docstring-argument
        """Joins two schedules, with two wrong entries, which are one finding.

        Args:
            first: The one that comes first.
            gap: Steps between them.
        """
        return other, gap_steps

    def plot(self, steps, *curves):
        # silent: every entry has its parameter
        """Plots rates.

        Args:
            steps (int): How many.
            *curves: Others to show:
                name: of a curve.
        """
        return steps, curves
# --- tests/test_schedule.py
def make(peak):
    # silent: a test
    """Makes a schedule.

    Args:
        warmup: Steps.
    """
    return peak
