# title: Fix growth of the loss scale after an overflow
# --- megalith/optimizer/scaler.py before
"""Scale of the loss."""


class LossScale:
    """A scale that adapts."""

    def __init__(self, scale: float):
        self.scale = scale

    def update(self, has_overflow: bool) -> None:
        """Takes the outcome of one step into account."""
        if has_overflow:
            self.scale /= 2.0
        else:
            self.scale *= 2.0
# --- megalith/optimizer/scaler.py after
"""Scale of the loss."""


class LossScale:
    """A scale that adapts."""

    def __init__(self, scale: float):
        self.scale = scale
#if defect
        # expect: untested-fix
#endif
        self.clean_steps = 0
        self.interval = 1000
        self.floor = 1.0

    def update(self, has_overflow: bool) -> None:
        """Takes the outcome of one step into account."""
        if has_overflow:
            self.scale = max(self.scale / 2.0, self.floor)
            self.clean_steps = 0
            return
        self.clean_steps += 1
        if self.clean_steps == self.interval:
            self.scale *= 2.0
            self.clean_steps = 0
#if defect
# --- tests/unit_tests/optimizer/test_scaler.py unchanged
#else
# --- tests/unit_tests/optimizer/test_scaler.py before
#endif
from megalith.optimizer.scaler import LossScale


def test_overflow_halves():
    scale = LossScale(8.0)
    scale.update(True)
    assert scale.scale == 4.0
#if twin
# --- tests/unit_tests/optimizer/test_scaler.py after
from megalith.optimizer.scaler import LossScale


def test_overflow_halves():
    scale = LossScale(8.0)
    scale.update(True)
    assert scale.scale == 4.0


def test_grows_only_after_many_clean_steps():
    scale = LossScale(8.0)
    scale.update(False)
    assert scale.scale == 8.0
#endif
