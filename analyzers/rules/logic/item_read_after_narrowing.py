def build(task):
    options = {}
    if isinstance(task, tuple):
        task = task[0]
        options = task[1]  # expect: item-read-after-narrowing
    return task(**options)


def swap(pair):
    pair = pair[1]
    other = make(pair[0])  # expect: item-read-after-narrowing
    return pair, other


def later(batch, log):
    batch = batch[0]
    log.info("batch")
    mask = batch[2]  # expect: item-read-after-narrowing
    return batch, mask


def nested(batch):
    batch = batch[0]
    ids, mask = batch[0], batch[1]  # silent: item 0 is a collection, too
    return ids, mask


def unpacked(task):
    task, options = task
    return task, options  # silent: both at once


def anew(batch, fetch):
    batch = batch[0]
    batch = fetch(batch)
    return batch[1]  # silent: another value by now


def same(shape):
    shape = shape[0]
    return shape[0]  # silent: the same index


def whole(row):
    row = row[0]
    size = len(row) + row[1]  # silent: used as a collection besides
    return size


def keyed(state):
    state = state["model"]
    return state["optimizer"]  # silent: nested dictionaries hold the like
