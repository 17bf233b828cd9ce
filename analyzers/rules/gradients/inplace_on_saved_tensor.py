import torch
import torch.nn.functional as F
from torch.autograd import Function


class SwiGLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, gate, up):
        up = up.contiguous()
        up.clamp_(max=7.0)  # silent: changed before it is saved
        ctx.save_for_backward(gate, up)
        gate.mul_(torch.sigmoid(gate))  # expect: inplace-on-saved-tensor
        gate[0] = 0.0
        out = gate * up
        out.mul_(2.0)  # silent: not saved
        return out


class Augmented(Function):
    @staticmethod
    def forward(ctx, x, bias):
        ctx.save_for_backward(x, bias)
        x += bias  # expect: inplace-on-saved-tensor
        return x


class Indexed(Function):
    @staticmethod
    def forward(ctx, probs, target):
        ctx.save_for_backward(probs, target)
        if target.numel() > 0:
            probs[target < 0] = 0.0  # expect: inplace-on-saved-tensor
        return probs.sum()


class OutArgument(Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        torch.add(x, y, out=x)  # expect: inplace-on-saved-tensor
        return x.clone()


class InplaceFlag(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return F.relu(x, inplace=True)  # expect: inplace-on-saved-tensor


class Dirty(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        x.exp_()  # silent: declared dirty
        return x


class Rebound(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        x = x.clone()
        x.exp_()  # silent: another tensor by now
        return x


class OtherBranch(Function):
    @staticmethod
    def forward(ctx, x, reuse):
        if not reuse:
            ctx.save_for_backward(x)
        else:
            x.exp_()  # silent: where it is changed it was not saved
        return x


class Harmless(Function):
    @staticmethod
    def forward(ctx, x, count):
        ctx.save_for_backward(x)
        x.requires_grad_()  # silent: leaves the values alone
        count += 1  # silent: not saved
        return x * count

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        x.mul_(grad)  # silent: not in forward
        return x, None


class Expression(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.detach().clone())
        x.exp_()  # silent: a copy was saved
        return x
