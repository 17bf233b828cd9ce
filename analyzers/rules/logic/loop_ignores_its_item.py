from tqdm import tqdm


def converge(results, tolerance, check):
    for result in results:  # expect: loop-ignores-its-item
        if check(results[0].load, tolerance):
            return True
    return False


def gather_all(dtypes, params, comm):
    sizes = {}
    for gather_dtype in dtypes:
        sizes[gather_dtype] = comm.size(gather_dtype)
    for dtype in dtypes:  # expect: loop-ignores-its-item
        comm.gather(params, gather_dtype)
    return sizes


def clip(groups, limit, clipper):
    for group in groups:  # expect: loop-ignores-its-item
        clipper.clip(groups, limit)


def name_all(table, save):
    for name, value in table.items():  # expect: loop-ignores-its-item
        save(table)


def counted(rounds, groups, clipper):
    for i in range(rounds):  # silent: repeats on purpose
        clipper.clip(groups)


def thrown_away(groups, clipper):
    for _ in groups:  # silent: says that nobody reads it
        clipper.clip(groups)


def shown(loader, run):
    steps = tqdm(loader)
    for step in steps:  # silent: a progress bar, whose methods show the progress
        steps.set_postfix(run())


def measured(groups):
    total = 0
    for group in groups:  # silent: asks for the length
        total += 1 / len(groups)
    return total


def popped(queue, run):
    for task in list(queue):  # silent: a method of the container
        run(queue.popleft())


def compared(groups, check):
    for group in groups:  # silent: compares the item with the first
        check(group, groups[0])


def read_inside(groups, make):
    for group in groups:  # silent: read by what the body defines
        make(lambda: group.run(groups))
