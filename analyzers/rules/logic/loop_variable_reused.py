def read_after(rows, parts):
    for i in range(len(rows)):
        for i in range(len(parts)):  # expect: loop-variable-reused
            parts[i].start()
        rows[i].finish()


def same_range(modules, n):
    for i in range(n):
        for i in range(n):  # expect: loop-variable-reused
            modules[i].calibrate()


def unpacked(groups):
    for name, group in groups.items():
        for name, _ in group:  # expect: loop-variable-reused
            print(name)
        print(name, "is done")


def own_variable(rows, parts):
    for i in range(len(rows)):
        for j in range(len(parts)):  # silent: another name
            parts[j].start()
        rows[i].finish()


def repeats(parts):
    for i in range(3):
        for i in range(len(parts)):  # silent: the outer loop only repeats
            parts[i].start()


def unused(parts):
    for _ in range(3):
        for _ in range(4):  # silent: nobody reads it
            parts.step()


def bound_again(rows, parts):
    for i in range(len(rows)):
        for i in parts:  # silent: bound anew before it is read
            i.start()
        i = rows.pop()
        i.finish()


def nested_function(rows):
    for i in rows:
        def inner(parts):
            for i in parts:  # silent: a variable of its own
                i.start()
        inner(i)


def after_the_loop(rows, parts):
    for i in rows:
        i.start()
    else:
        for i in parts:  # silent: the first loop is over
            i.start()


def narrowed(rows):
    for row in rows:
        row = row.strip()
        for row in row.split():  # silent: nothing is read behind it
            print(row)


def another_branch(rows, kinds):
    for i, row in enumerate(rows):
        if kinds[0] == "all":
            for i in row:  # silent: the other branch does not run then
                print(i)
        elif kinds[0] == "one":
            print(i)
