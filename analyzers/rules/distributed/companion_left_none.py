# --- pkg/optimizers.py unchanged
class Scaled:
    def __init__(self, optimizer, scale=1.0, timers=None, group=None, hook=None, log=None):
        self.optimizer = optimizer
        self.scale = scale
        self.timers = timers
        self.group = group
        self.hook = hook
        log = log or print
        self.log = log

    def step(self):
        self.timers("step").start()
        if self.hook is not None:
            self.hook(self.scale)
        self.log(self.group)
        self.optimizer.step()


class Grouped:
    def __init__(self, params, mesh=None):
        self.mesh = mesh
        self.params = params

    def size(self):
        return self.mesh.size()
# --- pkg/build.py
from pkg.optimizers import Grouped, Scaled


def build(optimizer, dynamic, timers, group, hook, log):
    if dynamic:
        return Scaled(optimizer, scale=0.0, timers=timers)
    return Scaled(optimizer, scale=2.0)  # expect: companion-left-none


def build_group(params, mesh):
    if mesh is None:
        return Grouped(params=params)  # expect: companion-left-none
    return Grouped(params=params, mesh=mesh)


class Engine:
    def make(self, optimizer):
        # expect: companion-left-none
        return Scaled(optimizer, scale=self.scale)


def build_more(optimizer, timers, group, hook, log, options):
    a = Scaled(optimizer, timers=timers, group=group)  # silent: passes them
    b = Scaled(optimizer, timers=timers)  # silent: nobody asks the group for anything
    c = Scaled(optimizer, timers=timers, hook=hook)  # silent: without a hook it is not called
    d = Scaled(optimizer, timers=timers, log=log)  # silent: it has something in place of None
    e = Scaled(optimizer, **options)  # silent: nobody knows what is passed
    return a, b, c, d, e
