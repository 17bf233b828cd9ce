# --- logs/meter.py before
"""Means of what a run reports."""


class Meter:
    """Adds up values and forgets them."""

    def __init__(self):
        self.sums = {}

    def add(self, name, value):
        self.sums[name] = self.sums.get(name, 0.0) + value

    def names(self):
        return sorted(self.sums)
# --- logs/meter.py after
"""Means of what a run reports."""


class Meter:
    """Adds up values and forgets them."""

    def __init__(self):
        self.totals = {}

    def add(self, name, value):
        self.totals[name] = self.totals.get(name, 0.0) + value

    def names(self):
#if defect
        return sorted(self.sums)  # expect: attribute-never-set
#else
        return sorted(self.totals)
#endif
# --- logs/report.py unchanged
from logs.meter import Meter


def make_meters(names):
    return {name: Meter() for name in names}
