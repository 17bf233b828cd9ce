import torch
import torch.nn.functional as F
from torch.autograd import Function


class Exponential(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = torch.exp(x)
        ctx.out = out  # expect: context-holds-output
        return out


class Softmax(Function):
    @staticmethod
    def forward(ctx, scores, mask):
        probs = F.softmax(scores, dim=-1)
        masked = probs * mask
        ctx.probs, ctx.dim = probs, -1  # silent: probs itself is not returned
        ctx.masked = masked  # expect: context-holds-output
        return masked, mask


class TwoOutputs(Function):
    @staticmethod
    def forward(ctx, x):
        values = torch.relu(x)
        ctx.values = values  # expect: context-holds-output
        return (values, x.shape[0])


class Saved(Function):
    @staticmethod
    def forward(ctx, x):
        out = torch.exp(x)
        ctx.save_for_backward(out)  # silent: autograd keeps it without the cycle
        ctx.detached = out.detach()  # silent: no grad_fn behind it
        return out


class Handle(Function):
    @staticmethod
    def forward(ctx, x, group):
        handle = torch.distributed.all_reduce(x, group=group, async_op=True)
        ctx.handle = handle  # silent: a handle, no tensor
        return x, handle


class Dispatch(Function):
    @staticmethod
    def forward(ctx, x, buffer):
        recv, event = buffer.dispatch(x)
        ctx.event = event  # silent: nobody knows what a helper returns
        ctx.shape = x.shape  # silent: not returned
        return recv, event


class InPlace(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # silent: an input
        return x
