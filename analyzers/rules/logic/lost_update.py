def report(timer, flops, step):
    if step % 10 == 0:
        timer.report(flops)
        flops = 0.0  # expect: lost-update


def strip_all(lines):
    for line in lines:
        line = line.strip()  # expect: lost-update
    return lines


def cut(labels, tokens, size):
    if labels is not None:
        labels = labels[:, :size].contiguous()  # expect: lost-update
    return tokens


def spread(devices, model):
    device = list(devices)[0]
    if model.is_special:
        device = f"npu:{device}"  # expect: lost-update
    else:
        model.to(device)


def reset_and_return(timer, flops):
    timer.report(flops)
    flops = 0.0
    return flops  # silent: the caller gets it


def reset_in_loop(timer, flops, steps):
    for step in range(steps):
        flops = flops + 1
        timer.report(flops)
        flops = 0.0  # silent: read in the next round


def release(batch, model):
    loss = model(batch)
    batch = None  # silent: gives memory back
    return loss


def release_all(batches, model):
    loss = sum(model(batch) for batch in batches)
    batches = [None for _ in batches]  # silent: gives memory back
    return loss


def in_place(module, device):
    module = module.to(device)  # silent: a module is moved where it stands
    device = module.start(device)  # silent: the call does something


def closure(flops):
    def show():
        return flops

    flops = flops + 1  # silent: an inner function reads it
    return show


def at_the_end(path, log):
    try:
        log.open(path)
        path = path.strip()  # silent: `finally` reads it
    finally:
        log.close(path)


def in_place_sum(total, part):
    total += part  # silent: changes a tensor of the caller
