import contextlib


@contextlib.contextmanager
def train_context(compiled, scope, cp_context=None):
    with contextlib.ExitStack() as stack:
        if compiled:
            stack.enter_context(scope())
            stack.enter_context(cp_context)  # expect: optional-context-not-tested
        yield


def run(step, profiler=None):
    with profiler:  # expect: optional-context-not-tested
        return step()


def record(step, writer=None):
    with writer as sink:  # expect: optional-context-not-tested
        step(sink)


def tested(step, profiler=None):
    with contextlib.ExitStack() as stack:
        if profiler is not None:
            stack.enter_context(profiler)  # silent: tested
        return step()


def by_truth(stack, profiler=None):
    if profiler:
        stack.enter_context(profiler)  # silent: tested


def replaced(step, profiler=None):
    profiler = profiler or contextlib.nullcontext()
    with profiler:  # silent: has another value
        return step()


def required(step, profiler):
    with profiler:  # silent: callers must pass one
        return step()


def called(step, make=None):
    with make():  # silent: not entered itself
        return step()


def with_default(step, profiler=contextlib.nullcontext()):
    with profiler:  # silent: can be entered
        return step()
