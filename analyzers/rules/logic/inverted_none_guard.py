import json


def scale(groups):
    for group in groups:
        buffer = group.buffer
        if buffer is not None:  # expect: inverted-none-guard
            continue
        factor = group.factor
        buffer.mul_(factor)


def first_or_default(options, fallback):
    if options.path is None and options.path.exists():  # expect: inverted-none-guard
        return fallback
    return options.path


class Restorer:
    def __init__(self, state=None):
        self.state = state

    def restore(self, optimizers):
        if self.state is None:  # expect: inverted-none-guard
            for optimizer, saved in zip(optimizers, self.state["optimizers"]):
                optimizer.load_state_dict(saved)

    def names(self):
        if not (self.state is None):  # expect: inverted-none-guard
            return []
        return list(self.state.keys())


def both_sides(grad, start):
    if grad is None:  # expect: inverted-none-guard
        part = grad.view(-1)[start:]
    else:
        part = grad.view(-1)
    return part


def closes(writer):
    if writer is not None:  # expect: inverted-none-guard
        pass
    else:
        writer.close()


def picks(rank, config):
    return rank.index if rank is None else config.rank  # expect: inverted-none-guard


def right_way_round(groups):
    for group in groups:
        buffer = group.buffer
        if buffer is None:  # silent: leaves when there is nothing
            continue
        buffer.mul_(2)


def assigned_behind(stage, module):
    if module is not None:  # silent: gets a value first
        return module
    module = stage.build()
    module.eval()
    return module


def second_condition(plan, force):
    if plan is not None and not force:  # silent: may be there when forced
        return
    plan.run()


def either(task):
    if task is None or task.is_done:  # silent: evaluated only when there is one
        return 0
    return task.size


class Lazy:
    def __init__(self):
        self.index = None

    def build(self):
        self.index = json.loads("{}")

    def look_up(self, key):
        if self.index is None:  # silent: build() may store it
            self.build()
            return self.index[key]
        return None

    def later(self, queue):
        if self.index is None:  # silent: runs at another time
            queue.append(lambda: self.index["a"])


def tested_again(head, body):
    if head is None:  # silent: tested once more
        if body and head is not None:
            return head.size
    return 0


def in_a_loop(node, items):
    if node is None:  # silent: a later round of the loop has one
        for item in items:
            if node:
                node.append(item)
            node = item
    return node


def attempt(handle):
    if handle is None:  # silent: somebody waits for the error
        try:
            handle.close()
        except AttributeError:
            return False
    return True
