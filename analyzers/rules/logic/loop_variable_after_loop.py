def handle(request, decode, device):
    images = request.get("images")
    samples = None
    if images is not None:
        try:
            samples = decode(images)
            if device:
                for sample in samples:
                    sample.move(device)
        except ValueError:
            return None
    with device.quiet():
        return sample["left"]  # expect: loop-variable-after-loop


def plain(rows, log):
    if rows.size > 1:
        for row in rows:
            log(row)
    log(row)  # expect: loop-variable-after-loop


def flatten(states, names, others, is_flat):
    for name in names:
        if is_flat:
            states["all"][name] = states[name].view(-1)
        else:
            states["all"][name] = states[name]
    if is_flat:
        states["all"][name] = states["all"][name].flatten()  # expect: loop-variable-after-loop
    for other in others:
        states[other] = 0
    states["other"] = other  # silent: the last one is a value like any other
    return states


def questions(record):
    for question in record["questions"]:
        entry = {"id": record["id"], "questions": [question]}  # expect: loop-variable-after-loop
    return entry


def totals(rows, sizes):
    for row in rows:
        width = row.width + 1  # expect: loop-variable-after-loop
        area = width * row.height  # silent: one finding for a loop
    print(area)
    return sizes[width]


def pairs(rows):
    for row, size in rows:
        scale = row * size  # expect: loop-variable-after-loop
    return scale


def guarded(rows, log):
    if rows is None:
        return
    if rows is not None:
        for row in rows:
            log(row)
    log(row)  # silent: without rows nothing gets here


def both(rows, log, others):
    if rows:
        for row in rows:
            log(row)
    else:
        for row in others:
            log(row)
    log(row)  # silent: either loop may have run


def asked_again(rows, log):
    if rows:
        for row in rows:
            log(row)
    if rows:
        log(row)  # silent: asked again


def found(rows, wanted):
    for row in rows:
        if row == wanted:
            break
    return row  # silent: looks for one


def last(rows):
    for row in rows:
        latest = row  # silent: takes the last one on purpose
    return latest


def counted(rows):
    total = 0
    for row in rows:
        total = total + row.size  # silent: goes from turn to turn
    return total


def done(rows, step):
    for row in rows:
        loss = step(row)  # silent: the call does something
    return loss


def steps(size):
    for step in range(size):
        scale = step * 2  # silent: counts
    return scale


def rewritten(rows):
    for row in rows:
        scale = row * 2  # silent: nothing reads it
    scale = 3
    return scale


def searched(states, names, wanted):
    for name in names:
        states[name] = 1
        if name == wanted:
            break
    states[name] = 2  # silent: looks for one
    return states
