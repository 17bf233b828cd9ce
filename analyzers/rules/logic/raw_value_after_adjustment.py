import math


class Warmup:
    def __init__(self, steps, rate=None, size=None):
        self.steps = max(2, steps)
        self.slope = 1 / math.log(steps)  # expect: raw-value-after-adjustment
        self.rate = rate or 0.1
        self.half = 0.5 * rate  # expect: raw-value-after-adjustment
        self.size = 4 if size is None else size
        self.area = self.size * size  # expect: raw-value-after-adjustment


class Careful:
    def __init__(self, steps, rate=None, size=None, width=None, depth=1):
        self.steps = max(2, steps)
        self.slope = 1 / math.log(self.steps)  # silent: the adjusted one
        self.rate = rate or 0.1
        if rate is not None:
            self.half = 0.5 * rate  # silent: tested
        size = size or 4
        self.size = size or 5
        size = 3
        self.area = size * size  # silent: another value by now
        self.width = width or 8
        print("width", width)  # silent: not calculated with
        self.depth = depth * 2
        self.total = depth + 1  # silent: `depth` will do, it is only something else

    def check(self, steps):
        self.steps = max(2, steps)
        if self.steps < 0:
            raise ValueError(f"{steps + 1} is too small")  # silent: a message
