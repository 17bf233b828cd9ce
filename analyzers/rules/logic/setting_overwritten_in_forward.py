from torch import nn


class Attention(nn.Module):
    def __init__(self, dropout_p, scale=None):
        super().__init__()
        self.dropout_p = dropout_p
        self.scale = scale or 1.0

    def forward(self, q, k, v):
        if not self.training:
            self.dropout_p = 0.0  # expect: setting-overwritten-in-forward
        if q.size(0) == 1:
            self.scale = 1.0  # expect: setting-overwritten-in-forward
        return attend(q, k, v, self.dropout_p, self.scale)


class Gate(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.is_noisy = config.is_noisy

    def forward(self, x):
        if x.requires_grad:
            noise = x
        else:
            self.is_noisy = False  # expect: setting-overwritten-in-forward
        return gate(x, self.is_noisy)


class Lazy(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.is_ready = False
        self.size = size

    def forward(self, x):
        if not self.is_ready:
            self.is_ready = True  # silent: the constructor was told nothing of it
        return x


class Both(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode

    def forward(self, x):
        if self.training:
            self.mode = "train"  # silent: each call sets it
        else:
            self.mode = "eval"
        return run(x, self.mode)


class Restores(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, x):
        kept = self.p
        if not self.training:
            self.p = 0  # silent: put back below
        x = drop(x, self.p)
        self.p = kept
        return x


class Always(nn.Module):
    def __init__(self, layout):
        super().__init__()
        self.layout = layout

    def forward(self, x):
        self.layout = "bshd"  # silent: the same for every call
        return run(x, self.layout)


class Resettable(nn.Module):
    def __init__(self, cache):
        super().__init__()
        self.cache = cache

    def reset(self, cache):
        self.cache = cache

    def forward(self, x):
        if self.training:
            self.cache = False  # silent: another method sets it again
        return run(x, self.cache)
