# --- pkg/__init__.py unchanged
# --- pkg/losses.py unchanged
import torch


class AuxScaler(torch.autograd.Function):
    @staticmethod
    def set_loss_scale(scale):
        AuxScaler.scale = scale

    @staticmethod
    def set_weight(weight):
        AuxScaler.weight = weight


class MtpScaler(torch.autograd.Function):
    @staticmethod
    def set_loss_scale(scale):
        MtpScaler.scale = scale
# --- pkg/schedule.py unchanged
from pkg.indexer import RoutedScaler, table
from pkg.losses import AuxScaler, MtpScaler


def step(scale):
    AuxScaler.set_loss_scale(scale)
    MtpScaler.set_loss_scale(scale)
    AuxScaler.set_weight(scale)
    RoutedScaler.set_loss_scale(scale)
    table["handed"](scale)
# --- pkg/indexer.py
import torch


class IndexerScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * IndexerScaler.scale

    @staticmethod
    def set_loss_scale(scale):  # expect: autograd-scale-never-set
        IndexerScaler.scale = scale


class RouterScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, loss):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad, RouterScaler.scale

    @classmethod
    def set_loss_scale(cls, scale):  # expect: autograd-scale-never-set
        cls.scale = scale


class ZScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def set_loss_scale(scale):  # expect: autograd-scale-never-set
        ZScaler.scale = scale


class RoutedScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def set_loss_scale(scale):  # silent: the schedule sets it
        RoutedScaler.scale = scale


class HandedScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def set_loss_scale(scale):  # silent: handed over in the table
        HandedScaler.scale = scale


table = {"handed": HandedScaler.set_loss_scale}


class LonelyScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def set_weight(scale):  # silent: only one other class has it
        LonelyScaler.scale = scale


class UnusedScaler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad

    @staticmethod
    def set_loss_scale(scale):  # silent: nobody applies it
        UnusedScaler.scale = scale


class Plain:
    @staticmethod
    def set_loss_scale(scale):  # silent: no autograd function
        Plain.scale = scale


def layer(x, loss):
    x = IndexerScaler.apply(x)
    x = RouterScaler.apply(x, loss)
    x = ZScaler.apply(x)
    x = RoutedScaler.apply(x)
    x = LonelyScaler.apply(x)
    return HandedScaler.apply(x)
