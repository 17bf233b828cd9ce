LIMIT = 8


class Base:
    def __init__(self):
        self.from_base = "base"

    def hello(self):
        return self.size


def make(n):
    return [n, LIMIT]
