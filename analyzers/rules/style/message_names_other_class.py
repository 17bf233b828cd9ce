import warnings

from torch.optim import Optimizer


class FusedAdam(Optimizer):
    def step(self, closure=None):
        if closure is not None:
            raise ValueError("FusedAdam takes no closure")

    def zero_grad(self, set_to_none=True):
        assert set_to_none, "FusedAdam sets gradients to None"

    def load(self, state):
        warnings.warn(f"state of FusedAdam is deprecated: {state}")


class FusedLion(Optimizer):
    def step(self, closure=None):
        if closure is not None:
            raise ValueError("FusedAdam takes no closure")  # expect: message-names-other-class

    def zero_grad(self, set_to_none=True):
        assert set_to_none, "FusedAdam sets gradients to None"  # expect: message-names-other-class

    def load(self, state):
        warnings.warn(
            f"state of FusedAdam is deprecated: {state}"  # expect: message-names-other-class
        )


class FusedView(Optimizer):
    def zero_grad(self, set_to_none=True):
        raise ValueError("clear the parent FusedAdam instead")  # silent: it says so alone


class FusedSGD(Optimizer):
    def __init__(self, inner: FusedAdam):
        self.inner = inner

    def step(self, closure=None):
        if closure is not None:
            raise ValueError("FusedAdam takes no closure")  # silent: it holds one


class SlowAdam(FusedAdam):
    def step(self, closure=None):
        raise ValueError("use FusedAdam")  # silent: `FusedAdam` is its base


class Loader(Optimizer):
    def open(self, path):
        raise ValueError("FusedAdam cannot be opened")  # silent: FusedAdam has no method `open`

    def load(self, state):
        if state is None:
            raise ValueError("Loader got no FusedAdam")  # silent: it names itself, too
        raise KeyError("OldFormat is not supported")  # silent: no class of that name

    def step(self):
        return "FusedAdam"  # silent: no message


class Wrapper:
    def step(self):
        raise ValueError("FusedAdam must be given to Wrapped")  # silent: of another kind
