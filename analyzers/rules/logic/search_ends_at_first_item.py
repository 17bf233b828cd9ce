def model_of(config, name):
    model = None
    for item in config:
        if item.get("id") in (name, "any"):
            model = item
        else:
            raise ValueError(f"no model {name} in {config}")  # expect: search-ends-at-first-item
    if model is None:
        raise ValueError(f"no model {name} in {config}")
    return model


def is_known(names, wanted):
    for name in names:
        if name == wanted:  # expect: search-ends-at-first-item
            return True
        else:
            return False
    return False


def nested(rows, log):
    for row in rows:
        width = row.width
        if width > 3:  # expect: search-ends-at-first-item
            log(row)
            break
        elif width == 3:
            return None
        else:
            if log:
                return row
            raise ValueError(row)
    return rows


def skips(names, wanted):
    for name in names:
        if not name:
            continue
        if name == wanted:  # silent: some items are passed over
            return True
        else:
            return False
    return False


def each(items, kinds):
    known = []
    for item in items:
        if item in kinds:
            known.append(item)
        else:
            raise ValueError(item)  # silent: each item must be known
    if not known:
        raise ValueError("no items")
    return known


def first(items):
    for item in items:
        return item  # silent: takes the first one
    return None


def tried(sizes, run, wanted):
    for size in sizes:
        if wanted:  # silent: asks nothing of the item
            return size
        else:
            return run()


def prefix(values):
    count = 0
    for value in values:
        if value > 0:  # silent: goes on while it holds
            count += 1
        else:
            break
    return count


def chosen(items, kinds):
    best = None
    for item in items:
        if item in kinds:
            best = item
        elif item is None:
            raise ValueError("no item")  # silent: another reason
        else:
            best = None
    if best is None:
        raise ValueError("no item")
    return best
