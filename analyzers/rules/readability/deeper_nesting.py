# --- pkg/run.py before
def run(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                part.run()


def load(paths):
    for path in paths:
        try:
            if path.exists():
                path.open()
        except OSError:
            pass


def poll(queue):
    while queue:
        for item in queue:
            if item.done:
                queue.remove(item)


def flat(rows):
    for row in rows:
        if row.ready:
            row.run()


def deep(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                if part.open:
                    part.run()
# --- pkg/run.py after
def run(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                if part.open:  # expect: deeper-nesting
                    part.run()


def load(paths):
    for path in paths:
        try:
            if path.exists():
                while path.locked():  # expect: deeper-nesting
                    path.wait()
                path.open()
        except OSError:
            pass


def poll(queue):
    while queue:
        for item in queue:
            if item.done:
                try:  # expect: deeper-nesting
                    queue.remove(item)
                except ValueError:
                    pass


def flat(rows):
    for row in rows:
        if not row.ready:  # silent: two levels
            continue
        for part in row.parts:
            part.run()


def deep(rows):
    for row in rows:
        if row.ready:
            for part in row.parts:
                if part.open and part.free:  # silent: it was that deep before
                    part.run()


def added(rows):
    for row in rows:
        for part in row:
            for item in part:
                if item:  # silent: a new function, and short
                    item.run()


def chain(row):
    if row == 1:
        with row as file:
            for line in file:
                if line:
                    line.run()
    elif row == 2:  # silent: elif and with add nothing
        row.run()
# --- tests/test_run.py before
def test_run(rows):
    for row in rows:
        if row:
            for part in row:
                assert part
# --- tests/test_run.py after
def test_run(rows):
    for row in rows:
        if row:
            for part in row:
                if part:  # silent: a test
                    assert part
