# --- pkg/items.py
def too_short():
    sizes = (4, 8)
    return sizes[2]  # expect: missing-item


def from_the_end():
    sizes = [1]
    return sizes[-2]  # expect: missing-item


def no_such_key():
    settings = {"rate": 1, "steps": 2}
    return settings["warmup"]  # expect: missing-item


def of_none(cache=None):
    if cache is None:
        return cache["key"]  # expect: missing-item
    return cache["key"]  # silent: not None here


def last():
    sizes = (4, 8)
    return sizes[-1]  # silent: there is one


def written_before(key):
    settings = {}
    settings["warmup"] = 1
    return settings["warmup"]  # silent: written before


def any_key(key):
    settings = {"rate": 1}
    settings[key] = 2
    return settings["warmup"]  # silent: key may be that


def filled_by_another(fill):
    sizes = []
    fill(sizes)
    return sizes[0]  # silent: fill() may put something in


def grown(values):
    sizes = []
    for value in values:
        sizes.append(value)
    return sizes[0]  # silent: the loop may have put something in


def caught():
    settings = {"rate": 1}
    try:
        return settings["warmup"]  # silent: caught
    except KeyError:
        return 0
