def gather(states, pinned=None, names=None, seen=None):
    for key, state in states.items():
        if pinned and key not in pinned:  # expect: empty-container-passed-over
            pinned[key] = {}
        if names:  # expect: empty-container-passed-over
            names.append(key)
        if key in states and seen:  # expect: empty-container-passed-over
            seen.add(key)


def careful(states, pinned=None, options=None, rows=None, kept=()):
    for key, state in states.items():
        if pinned is not None and key not in pinned:
            pinned[key] = {}  # silent: compared with None
        if options:
            options["key"] = key  # silent: it may change one that holds something
        if rows:
            print(rows)  # silent: read
        if kept:
            kept.append(key)  # silent: not optional
    rows = rows or []
    if rows:
        rows.append(1)  # silent: another list by now
    if states and "a" not in states:
        states["a"] = 1  # silent: not optional
