# --- pkg/__init__.py unchanged
# --- pkg/parts.py unchanged
class Linear:
    def backward_dw(self):
        return 1

    def reset_cache(self):
        return 2

    def close(self):
        return 3


class Wide(Linear):
    pass


class Norm:
    def forward(self, x):
        return x
# --- pkg/layer.py
from pkg.parts import Linear, Norm, Wide


class Layer:
    def __init__(self):
        self.experts = Linear()
        self.shared = Linear()
        self.latent = Linear()
        self.norm = Norm()

    def backward_dw(self):  # expect: method-misses-member
        self.experts.backward_dw()
        self.shared.backward_dw()

    def close(self):  # silent: others may close it at another time
        self.experts.close()
        self.shared.close()


class Inherited:
    def __init__(self, config):
        self.q = Linear()
        self.k = Linear()
        if config.has_latent:
            self.latent = Wide()

    def backward_dw(self):  # expect: method-misses-member
        self.q.backward_dw()
        self.k.backward_dw()


class Caches:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.third = Linear()

    def reset_cache(self):  # expect: method-misses-member
        self.first.reset_cache()
        self.second.reset_cache()


class All:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.norm = Norm()

    def backward_dw(self):  # silent: the norm has no such method
        self.first.backward_dw()
        self.second.backward_dw()


class Split:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.third = Linear()

    def backward_dw(self):  # silent: the third one has a method of its own
        self.first.backward_dw()
        self.second.backward_dw()

    def backward_dw_of_third(self):
        self.third.backward_dw()


class Guarded:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.third = Linear()

    def backward_dw(self):  # silent: the third one is spoken of
        assert self.third is not None
        self.first.backward_dw()
        self.second.backward_dw()


class Walks:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.third = Linear()

    def backward_dw(self):  # silent: goes over all of them
        self.first.backward_dw()
        self.second.backward_dw()
        for child in self.children():
            child.backward_dw()


class One:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()

    def backward_dw(self):  # silent: one call makes no custom
        self.first.backward_dw()
