import torch
from torch.autograd import Function


class Bilinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight + bias

    @staticmethod
    def backward(ctx, grad_output):
        x, weight, bias = ctx.saved_tensors  # expect: saved-tensors-mismatch
        return grad_output @ weight.t(), x.t() @ grad_output, grad_output.sum(0)


class TooFew(Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight, x.mean())
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        (x, weight) = ctx.saved_tensors  # expect: saved-tensors-mismatch
        return grad_output * weight, grad_output * x


class ByIndex(Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x)
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        x = ctx.saved_tensors[0]  # silent: there is one
        weight = ctx.saved_tensors[1]  # expect: saved-tensors-mismatch
        return grad_output * weight, grad_output * x


class InSetup(Function):
    @staticmethod
    def forward(x, weight):
        return x * weight

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, weight = inputs
        ctx.save_for_backward(x, weight)

    @staticmethod
    def backward(ctx, grad_output):
        x, weight, out = ctx.saved_tensors  # expect: saved-tensors-mismatch
        return grad_output * weight, grad_output * x


class Branches(Function):
    @staticmethod
    def forward(ctx, x, weight, fused):
        ctx.fused = fused
        if fused:
            ctx.save_for_backward(x)
        else:
            ctx.save_for_backward(x, weight)
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        if ctx.fused:
            (x,) = ctx.saved_tensors  # silent: the branches of forward save different numbers
            return grad_output * x, None, None
        x, weight = ctx.saved_tensors
        return grad_output * weight, grad_output * x, None


class Starred(Function):
    @staticmethod
    def forward(ctx, run, *tensors):
        ctx.run = run
        ctx.save_for_backward(*tensors)
        return run(*tensors)

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors  # silent: any number is saved
        return None, grad_output * weight, grad_output * x


class Rest(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight, bias)
        return x * weight + bias

    @staticmethod
    def backward(ctx, grad_output):
        x, *others = ctx.saved_tensors  # silent: the rest takes any number
        return grad_output * others[0], grad_output * x, grad_output


class HelperSaves(Function):
    @staticmethod
    def forward(ctx, x, weight):
        save_all(ctx, x, weight)
        ctx.save_for_backward(x)
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors  # silent: a helper may save more
        return grad_output * weight, grad_output * x


class Whole(Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        tensors = ctx.saved_tensors  # silent: not unpacked here
        return grad_output * tensors[1], grad_output * tensors[0]


class Mixed(Function, Extra):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors  # silent: another base may save, too
        return grad_output * x * y
