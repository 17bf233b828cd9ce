def warmup_start(optimizer):
    return [group["lr"] for group in optimizer.param_groups][0]  # expect: first-item-stands-for-all


def flatten(params, torch):
    out = []
    for param in params:
        out.append(torch.empty(param.numel(), dtype=params[0].dtype))  # expect: first-item-stands-for-all
    return out


def decay(groups):
    for i, group in enumerate(groups):
        for param in group["params"]:
            param.mul_(1 - group["lr"])
        group["decay"] = groups[0]["weight_decay"]  # expect: first-item-stands-for-all


def last(sizes):
    return [size * 2 for size in sizes][-1]  # expect: first-item-stands-for-all


def chosen(groups):
    return [group for group in groups if group.is_expert][0]  # silent: the first one that fits


def bound(a):
    return [x * x for x in (a + 1,)][0]  # silent: binds a name


def same(params):
    for param in params:
        assert param.dtype == params[0].dtype  # silent: says that all are the same
        if param.dtype != params[0].dtype:  # silent: compares
            return False
    return True


def outside(params, torch):
    dtype = params[0].dtype  # silent: no loop over them
    for param in params:
        param.data = param.data.to(dtype)


def first_round(params, make):
    for i, param in enumerate(params):
        if i == 0:
            make(params[0].dtype)  # silent: in the first round


def another(params, buffers):
    for param in params:
        param.fill(buffers[0].dtype)  # silent: another collection


def buffers(params, world):
    sizes = []
    for param in params:
        sizes.append(param.numel())
    shards = [param.shard for param in params]
    out = []
    for size in sizes:
        out.append(empty(size, dtype=params[0].shard.dtype))  # expect: first-item-stands-for-all
    for shard in shards:
        out.append(empty(shard, dtype=params[0].dtype))  # expect: first-item-stands-for-all
    for size in world:
        out.append(empty(size, dtype=params[0].dtype))  # silent: not one for each parameter
    for size in sizes:
        out.append(empty(size, device=params[0].device))  # silent: all are on one device
    return out
