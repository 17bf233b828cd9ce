def clip(params, group):
    for param in params:
        if param.grad.data is not None:  # expect: none-check-too-late
            param.grad.mul_(2)
    grads = [p.main_grad.data for p in params if p.main_grad.data is not None]  # expect: none-check-too-late
    return grads


def size_of(mask, group):
    size = mask.size(0)
    rank = group.rank()
    if mask is None:  # expect: none-check-too-late
        return rank
    assert group is not None  # expect: none-check-too-late
    return size


def fine(params, mask, group, state, first):
    for param in params:
        if param.grad is not None and param.grad.data is not None:  # silent: tested first
            param.grad.mul_(2)
    if mask is None:  # silent: nothing before
        return 0
    size = mask.size(0)
    group = group.parent
    if group is None:  # silent: has another value by now
        return size
    width = first and first.size(0)
    if first is None:  # silent: only evaluated when there is one
        return width
    if size > 1:
        state.step()
    if state is None:  # silent: used in a branch only
        return 1
    return 2


def shortcut(values, group, args, rows):
    if group.size() == 1:
        return values
    names = args.names or []
    if group is None:  # expect: none-check-too-late
        group = values.group
    for row in rows.ordered():
        names.append(row)
    if args is None:  # expect: none-check-too-late
        raise ValueError("args")
    if rows is None:  # expect: none-check-too-late
        return names
    return group


def asked_before(group, size, args, kind):
    if group is None:
        group = size.group
    width = group.size()
    if group is None:  # silent: the first test decides
        return 0
    if isinstance(args, kind):
        width = args.width
    if args.width > 1:
        width += 1
    if args is None:  # silent: something asks what it is
        return 1
    return width


def attempt(value):
    try:
        value.close()
    except AttributeError:
        pass
    if value is None:  # silent: the use may fail
        return 0
    return 1


def given(value, check):
    check(value.name)
    if value is None:  # type: ignore  # noqa: union-attr  # silent: says the comment
        return 0
    return 1


class Factory:
    def __init__(self, writer, mode):
        self.writer = writer
        if self.writer.is_pure:
            self.shows = mode and self.writer is not None  # expect: none-check-too-late
        else:
            self.shows = self.writer is not None  # expect: none-check-too-late
        if mode and self.writer.is_pure:
            self.kept = self.writer is not None  # silent: the use may not have run

    def again(self):
        if self.writer.is_open:
            self.writer = self.writer.next
            if self.writer is None:  # silent: has another value by now
                return 0
        if self.writer.is_open:
            self.close()
            if self.writer is None:  # silent: a method may have dropped it
                return 1
        if self.writer is not None and self.writer.is_open:
            return self.writer is not None  # silent: tested first
        return 2

    def close(self):
        self.writer = None
