import contextlib


class DataExhausted(StopIteration):
    pass


class LoaderFailed(Exception):
    pass


def batches(loader, steps):
    for step, batch in enumerate(loader):
        if step == steps:
            raise StopIteration  # expect: stop-iteration-from-generator
        yield batch


def refill(loader):
    while True:
        batch = loader.take()
        if batch is None:
            raise DataExhausted("no batch is left")  # expect: stop-iteration-from-generator
        yield batch


async def stream(queue):
    while True:
        item = await queue.get()
        try:
            if item is None:
                raise StopIteration()  # expect: stop-iteration-from-generator
            yield item
        finally:
            queue.task_done()


class Loader:
    def __next__(self):
        if self.position == self.size:
            raise StopIteration  # silent: how an iterator ends
        self.position += 1
        return self.position


def take(rows):
    if not rows:
        raise StopIteration  # silent: no generator
    return rows.pop()


def other(loader):
    for batch in loader:
        if batch is None:
            raise LoaderFailed  # silent: no StopIteration
        yield batch


def caught(loader):
    try:
        for batch in loader:
            if batch is None:
                raise StopIteration  # silent: the function catches it
            yield batch
    except StopIteration:
        loader.close()


def suppressed(loader):
    with contextlib.suppress(StopIteration):
        for batch in loader:
            if batch is None:
                raise StopIteration  # silent: the with statement takes it
            yield batch


def of_an_inner_function(loader):
    def take():
        if not loader:
            raise StopIteration  # silent: the inner function is no generator
        return loader.pop()

    yield take
