# --- trainer/setup.py before
"""Start-up of a training run."""


def start_run(options_provider=None, seed=1234, allow_cpu=False):
    """Prepares devices and random numbers."""
    options = options_provider() if options_provider is not None else {}
    return options, seed, allow_cpu
# --- trainer/setup.py after
"""Start-up of a training run."""


#if defect
def start_run(seed=1234, allow_cpu=False):  # expect: call-does-not-fit-signature
#else
def start_run(options_provider=None, seed=1234, allow_cpu=False, backend=None):
#endif
    """Prepares devices and random numbers."""
#if defect
    return {}, seed, allow_cpu
#else
    options = options_provider() if options_provider is not None else {}
    options["backend"] = backend
    return options, seed, allow_cpu
#endif
# --- trainer/pretrain.py before
from trainer.setup import start_run


def main(options_provider):
    options, seed, _ = start_run(options_provider=options_provider, seed=7)
    return options, seed
# --- trainer/pretrain.py after
from trainer.setup import start_run


def main(options_provider):
    options = options_provider()
    seed = start_run(seed=7)[1]
    return options, seed
# --- tools/export.py unchanged
from trainer import setup


def export(path):
    options = setup.start_run(options_provider=lambda: {"mode": "export"}, allow_cpu=True)[0]
    return path, options
# --- trainer/evaluate.py unchanged
from trainer.setup import start_run


def evaluate(model):
    start_run(seed=3)
    return model
