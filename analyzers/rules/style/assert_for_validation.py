# --- AGENTS.md unchanged
# Guide

- Error handling: raise `ValueError` for invalid configs.
# --- engine/core/old_config.py unchanged
def validate_a(config):
    if config.a < 0:
        raise ValueError("a")
    if config.b < 0:
        raise ValueError("b")
    if config.c < 0:
        raise ValueError("c")
    if config.d < 0:
        raise ValueError("d")
    if config.e < 0:
        raise ValueError("e")
    assert config.f
# --- engine/core/config.py
class Config:
    def __post_init__(self):
        assert self.size > 0, "size must be positive"  # expect: assert-for-validation
        assert isinstance(self.size, int)  # silent: for type checkers
        if self.rate < 0:
            raise ValueError("rate")  # silent: as it should be
        steps = 3
        assert steps == 3  # silent: about the code, not the configuration

    def run(self):
        assert self.size > 0  # silent: an invariant, not validation


def validate_args(args):
    assert args.size > 0  # expect: assert-for-validation
    # expect: assert-for-validation
    assert args.rate > 0, (
        "rate must be positive"
    )
    assert args.seed >= 0  # noqa: S101  # silent: waived
# --- tests/core/test_config.py
def validate_config(config):
    assert config.size > 0  # silent: a test
