import torch
from torch.autograd import Function


class ScaleLoss(torch.autograd.Function):
    @staticmethod
    def forward(ctx, loss, scale):
        ctx.scale = scale
        loss.mul_(1.0)  # silent: not a gradient
        return loss

    @staticmethod
    def backward(ctx, grad_output):
        grad_output.mul_(ctx.scale)  # expect: inplace-on-grad-output
        grad_output /= 2
        return grad_output, None


class Masked(Function):
    @staticmethod
    def forward(ctx, x, mask):
        ctx.save_for_backward(mask)
        return x * mask

    @staticmethod
    def backward(ctx, grad_out):
        (mask,) = ctx.saved_tensors
        grad_out[mask == 0] = 0.0  # expect: inplace-on-grad-output
        return grad_out, None


class Averaged(Function):
    @staticmethod
    def forward(ctx, x, count, shift):
        ctx.count, ctx.shift = count, shift
        return x / count

    @staticmethod
    def backward(ctx, grad):
        grad *= 1.0 / ctx.count + ctx.shift  # expect: inplace-on-grad-output
        return grad, None, None


class TwoGradients(Function):
    @staticmethod
    def forward(ctx, x):
        return x, x * 2

    @staticmethod
    def backward(ctx, grad_x, grad_y):
        return grad_x.add_(grad_y)  # expect: inplace-on-grad-output


class Cloned(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad.mul_(2.0)  # silent: a copy
        return grad


class OutOfPlace(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        result = grad * x
        result.mul_(2.0)  # silent: made here
        grad.requires_grad_()  # silent: leaves the values alone
        return result


class Helper(Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        def hook(grad):
            grad.mul_(2.0)  # silent: the parameter of another function
            return grad

        return hook(grad.clone())


class Module:
    def backward(self, grad):
        grad.mul_(2.0)  # silent: no autograd.Function
        return grad
