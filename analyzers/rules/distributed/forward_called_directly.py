from torch import nn


class Sharded(nn.Module):
    def __init__(self, module, schedule):
        super().__init__()
        self.module = module
        self.base_model = module
        self.schedule = schedule
        for part in module.modules():
            part.register_forward_pre_hook(self.gather)

    def gather(self, part, inputs):
        part.gather()

    def forward(self, *inputs, **options):
        return self.module.forward(*inputs, **options)  # expect: forward-called-directly

    def evaluate(self, inputs):
        out = self.base_model.forward(inputs)  # expect: forward-called-directly
        return self.module.forward(out)  # expect: forward-called-directly

    def again(self, inputs):
        return self.forward(inputs)  # silent: its own method

    def called(self, inputs):
        return self.module(inputs)  # silent: hooks run

    def planned(self, inputs):
        return self.schedule.forward(inputs)  # silent: no module


class Child(Sharded):
    def forward(self, inputs):
        return super().forward(inputs)  # silent: what it inherits


class Plain(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module.forward(x)  # silent: this class registers no hooks
