import functools


class Model:
    def __init__(self, sync, tables):
        self.auto_sync = self.set_auto_sync(sync)  # expect: void-result-stored
        self.tables = tables
        self.table = self.fill(tables)  # expect: void-result-stored
        self.size = self.count()  # silent: returns a value
        self.shape = self.shape_of()  # silent: subclasses say what it is
        self.cached = self.cache()  # silent: what the decorator returns is unknown
        self.name = tables.sort()  # silent: not a function of this file

    def set_auto_sync(self, sync):
        self.auto_sync = bool(sync)

    def fill(self, tables):
        for table in tables:
            table.fill(0)

    def count(self):
        if not self.tables:
            return
        return len(self.tables)

    def shape_of(self):
        raise NotImplementedError

    @functools.wraps(print)
    def cache(self):
        self.tables.clear()


def clear(buffers):
    for buffer in buffers:
        buffer.zero_()


def entries(buffers):
    yield from buffers


def reset(buffers):
    buffers = clear(buffers)  # expect: void-result-stored
    items = entries(buffers)  # silent: a generator
    _ = clear(items)  # silent: says that nobody wants it
    return buffers
