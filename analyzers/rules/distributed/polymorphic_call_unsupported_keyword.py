# --- pkg/parallel.py unchanged
class DataParallel:
    def start_sync(self, force=False):
        return force

    def zero(self, *, set_to_none=True):
        return set_to_none

    def scale(self, factor=1.0):
        return factor

    def finish(self, force=False):
        self.start_sync(force=force)


class FullySharded(DataParallel):
    def start_sync(self):
        return True

    def zero(self, **kwargs):
        return kwargs

    @staticmethod
    def scale():
        return 1.0
# --- pkg/train.py
from pkg.parallel import DataParallel, FullySharded


class Trainer:
    def __init__(self, model: DataParallel):
        self.model = DataParallel()
        self.plain = FullySharded()

    def step(self):
        self.model.start_sync(force=True)  # expect: polymorphic-call-unsupported-keyword
        self.model.zero(set_to_none=False)  # silent: the subclass takes any keyword
        self.model.start_sync()  # silent: without the keyword
        self.model.scale(factor=2.0)  # silent: decorated, who knows what it takes


def finish(model: DataParallel, other):
    model.start_sync(force=True)  # expect: polymorphic-call-unsupported-keyword
    other.start_sync(force=True)  # silent: the class is unknown


def finish_plain(model: DataParallel):
    if isinstance(model, DataParallel) and not isinstance(model, FullySharded):
        model.start_sync(force=True)  # silent: the class is tested


class Base:
    def reduce(self, x, group=None):
        return x, group

    def run(self, x):
        return self.reduce(x, group="dp")  # expect: polymorphic-call-unsupported-keyword

    def walk(self, x):
        return self.visit(x, depth=1)  # silent: no subclass overrides it without

    def visit(self, x, depth=0):
        return x, depth


class Derived(Base):
    def reduce(self, x):
        return x

    def visit(self, x, depth=2):
        return x, depth


class Loop:
    def pull(self, x, wait=False):
        return x, wait

    def run(self, x):
        return self.pull(x, wait=True)  # silent: the subclass has a loop of its own


class OtherLoop(Loop):
    def pull(self, x):
        return x

    def run(self, x):
        return self.pull(x)


class Registered:
    def make(self, scale=1.0):
        return scale

    def twice(self):
        return self.make(scale=2.0)  # expect: polymorphic-call-unsupported-keyword


class Cheap(Registered):
    def make(self):
        return 1.0
