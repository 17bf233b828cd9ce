import torch
import torch.distributed as dist
from torch.autograd import Function


class ScaledLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, group):
        ctx.save_for_backward(x, weight)
        ctx.group = group
        return x @ weight.t()

    @staticmethod
    def backward(ctx, grad_output):
        x, weight = ctx.saved_tensors
        if not ctx.needs_input_grad[1]:
            return grad_output @ weight, None, None  # silent: one for each input
        # expect: backward-arity
        return grad_output @ weight, grad_output.t() @ x


class ReduceFromGroup(Function):
    @staticmethod
    def forward(ctx, x, group: dist.ProcessGroup, is_async: bool):
        dist.all_reduce(x, group=group)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return (grad_output, None)  # expect: backward-arity


class TooMany(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        return None, grad_output  # expect: backward-arity


class OnlyOne(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x * scale

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.scale  # expect: backward-arity


class ThroughALocal(Function):
    @staticmethod
    def forward(ctx, x, probs, topk):
        return x * probs

    @staticmethod
    def backward(ctx, grad_output):
        gradients = (grad_output, None)
        return gradients  # expect: backward-arity


class Splat(Function):
    @staticmethod
    def forward(ctx, x, a, b, c):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return (grad_output, *([None] * 3))  # silent: the splat has a known length


class WrongSplat(Function):
    @staticmethod
    def forward(ctx, x, a, b, c):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return (grad_output, *([None] * 2))  # expect: backward-arity


class UnknownSplat(Function):
    @staticmethod
    def forward(ctx, x, count):
        ctx.count = count
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return (grad_output, *([None] * ctx.count))  # silent: length of the splat is not known


class Delegates(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        if grad_output.is_cuda:
            return fused_gradients(ctx, grad_output)  # silent: the helper returns the tuple
        gradients = fused_gradients(ctx, grad_output)
        if grad_output.is_sparse:
            return gradients + (None,)  # silent: a sum of tuples
        return gradients  # silent: bound to what a helper returns


class AnyInputs(Function):
    @staticmethod
    def forward(ctx, run, *tensors):
        return run(*tensors)

    @staticmethod
    def backward(ctx, *grads):
        return None, grads[0]  # silent: forward takes any number


class TrailingNones(Function):
    @staticmethod
    def forward(ctx, x, weight):
        return x * weight

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output, None, None  # silent: Nones past the end are dropped


class Optional(Function):
    @staticmethod
    def forward(ctx, x, bias, inplace=False):
        return x + bias

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output.sum(0)  # silent: nobody passes the optional input


class OptionalPassed(Function):
    @staticmethod
    def forward(ctx, x, bias, inplace=False):
        return x + bias

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output.sum(0)  # expect: backward-arity


def add_bias(x, bias):
    return OptionalPassed.apply(Optional.apply(x, bias), bias, True)


class WithSetup(Function):
    @staticmethod
    def forward(x, weight):
        return x * weight

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad_output):
        def partial(tensor):
            return tensor  # silent: not what backward returns

        x, weight = ctx.saved_tensors
        return grad_output * weight, partial(grad_output) * x  # silent: forward has no context


class NotAFunction:
    @staticmethod
    def forward(ctx, x, weight):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None  # silent: no autograd.Function
# --- pkg/changed.py before
from torch.autograd import Function


class Gather(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return (grad,)
# --- pkg/changed.py after
from torch.autograd import Function


class Gather(Function):
    @staticmethod
    def forward(ctx, x, group):
        return x

    @staticmethod
    def backward(ctx, grad):
        return (grad,)  # expect: backward-arity
