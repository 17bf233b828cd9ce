import torch
from torch import nn


class Base:
    def size(self):
        return 3

    def names(self):
        return ["a", "b"]

    def either(self, flag):
        if flag:
            return 1
        return None

    def nothing(self):
        print("done")

    def close(self):
        return 0


class Child(Base):
    def size(self):
        super().size()  # expect: super-result-dropped

    def names(self):
        print("names")
        super().names()  # expect: super-result-dropped

    def either(self, flag):
        super().either(flag)  # silent: it may be None

    def nothing(self):
        super().nothing()  # silent: nothing to return

    def close(self):
        super().close()  # silent: the method goes on
        print("closed")


class Other(Base):
    def size(self):
        if self.names():
            return 4
        super().size()  # silent: a value is returned elsewhere

    def close(self):
        super().size()  # silent: of another method


class Foreign(nn.Module):
    def extra(self):
        super().extra()  # silent: nobody knows that method


class Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @classmethod
    def apply(cls, *args):
        super().apply(*args)  # silent: of a class that is not known to this project


class Deep(Child):
    def names(self):
        """Of all."""
        super(Deep, self).names()  # silent: Child forgets them, too


class Third(Base):
    def close(self):
        """Ends it."""
        super().close()  # expect: super-result-dropped
