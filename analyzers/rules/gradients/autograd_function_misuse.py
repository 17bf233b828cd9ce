import torch
from torch.autograd import Function


class RoundSTE(torch.autograd.Function):
    def forward(ctx, x):  # expect: autograd-function-misuse
        return x.round()

    @staticmethod
    def backward(ctx, grad):  # silent: static
        return grad


class Clip(Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.save_for_backward(x)
        ctx.limit = limit
        return x.clamp(-limit, limit)

    # expect: autograd-function-misuse
    def backward(self, grad):
        (x,) = self.saved_tensors
        return grad * (x.abs() <= self.limit), None


class Decorated(Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd
    def forward(ctx, x):  # silent: static under another decorator
        return x

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad


class MadeStatic(Function):
    def forward(ctx, x):  # silent: made static below
        return x

    forward = staticmethod(forward)

    @staticmethod
    def backward(ctx, grad):
        return Clip.forward(grad, 1.0)  # silent: inside another Function nothing is recorded


class ClippedRound(Function):
    @staticmethod
    def forward(ctx, x):
        return Clip.forward(ctx, x, 1.0)  # silent: one Function built from another

    @staticmethod
    def backward(ctx, grad):
        return Clip.backward(ctx, grad)


class Plain:
    def forward(self, x):  # silent: no autograd.Function
        return x


def activate(x, ctx):
    y = Clip.apply(x, 1.0)  # silent: applied
    y = Clip(1.0)(y)  # expect: autograd-function-misuse
    y = Clip.forward(None, y, 1.0)  # silent: on purpose, nothing is recorded
    y = Clip.forward(y, 1.0)  # expect: autograd-function-misuse
    y = Clip.forward(ctx, y, 1.0)  # silent: passes a context on purpose
    return Plain().forward(y)
# --- tests/test_clip.py
from torch.autograd import Function


class Clip(Function):
    @staticmethod
    def forward(ctx, x):
        return x


def test_clip():
    assert Clip.forward(None, 1) == 1  # silent: a test of forward alone
