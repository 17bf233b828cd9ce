import functools
import threading


def add_hooks(layers, record, params, main_grads):
    for index, layer in enumerate(layers):
        layer.register_forward_hook(lambda m, i, o: record(index, o))  # expect: loop-variable-captured-late
    for param in params:

        def hook(grad):
            main_grads[param].add_(grad)  # expect: loop-variable-captured-late

        param.register_hook(hook)
    callbacks = []
    for name in layers:
        callbacks.append(lambda: record(name))  # expect: loop-variable-captured-late
    table = {}
    for key in layers:
        table[key] = lambda x: x.to(key)  # expect: loop-variable-captured-late
    return callbacks, table, [lambda: record(i) for i in layers]  # expect: loop-variable-captured-late


def fine(layers, record, params, self):
    for index, layer in enumerate(layers):
        layer.register_forward_hook(lambda m, i, o, index=index: record(index, o))  # silent: bound
    for param in params:
        param.register_hook(functools.partial(record, param))  # silent: bound by partial
    for group in params:
        group.sort(key=lambda row: row[group.index])  # silent: called at once
    best = [max(layers, key=lambda x: x - i) for i in layers]  # silent: called at once
    for layer in layers:
        if layer.is_last:
            self.callback = lambda: record(layer)  # silent: the loop ends
            break
    for layer in layers:
        layer.register_forward_hook(lambda m, i, o: record(o))  # silent: captures nothing of it
    for layer in layers:

        def scale(x):
            return x * layer.scale

        record(scale(1))  # silent: called in its round
    rows = [(lambda x: x + 1)(i) for i in layers]  # silent: a parameter
    for layer in layers:
        thread = threading.Thread(target=record, args=(layer,))
        thread.start()  # silent: no function of its own
    for key in layers:
        self.register("current", lambda: record(key))  # silent: replaced in the next round
    for key in layers:
        self.add(lambda: record(key))  # noqa: B023  # silent: on purpose, says the comment
    return best, rows
