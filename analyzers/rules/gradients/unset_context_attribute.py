import torch
from torch.autograd import Function


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        grad_input = grad_output * ctx.factor  # silent: forward sets it
        if ctx.needs_input_grad[0]:  # silent: the context has it by itself
            return grad_input / ctx.world_size, None  # expect: unset-context-attribute
        return grad_input * ctx.world_size, None


class Renamed(Function):
    @staticmethod
    def forward(context, x, group):
        context.tp_group = group
        return x

    @staticmethod
    def backward(context, grad_output):
        torch.distributed.all_reduce(grad_output, group=context.group)  # expect: unset-context-attribute
        return grad_output, None


class InNestedFunction(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        def scaled(tensor):
            return tensor * ctx.loss_scale  # expect: unset-context-attribute

        return scaled(grad_output)


class SetTogether(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.rows, ctx.columns = x.shape
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.view(ctx.rows, ctx.columns)  # silent: set in an unpacking


class HelperSets(Function):
    @staticmethod
    def forward(ctx, x):
        remember_shapes(ctx, x)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.view(ctx.shape)  # silent: a helper got the context


class SetByName(Function):
    @staticmethod
    def forward(ctx, x, **options):
        for name, value in options.items():
            setattr(ctx, name, value)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.gain  # silent: set by name


class Derived(Function, Remembers):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.gain  # silent: another base may set it


class SetInBackward(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        ctx.calls = 1
        return grad_output / ctx.calls  # silent: backward sets it


class SetInSetup(Function):
    @staticmethod
    def forward(x, dim):
        return x.sum(dim)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.dim = inputs[1]

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.unsqueeze(ctx.dim), None  # silent: setup_context sets it
# --- pkg/removed.py before
from torch.autograd import Function


class Gather(Function):
    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return x

    @staticmethod
    def backward(ctx, grad):
        return scatter(grad, ctx.group), None
# --- pkg/removed.py after
from torch.autograd import Function


class Gather(Function):
    @staticmethod
    def forward(ctx, x, group):
        return x

    @staticmethod
    def backward(ctx, grad):
        return scatter(grad, ctx.group), None  # expect: unset-context-attribute
