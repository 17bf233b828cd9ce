def slices(parameters, expert_groups, dense_group):
    sizes, groups = [], []
    previous = -1
    for owner, size, is_expert in parameters:
        group = dense_group
        if is_expert:
            group = expert_groups[owner]
        if owner == previous:  # expect: merged-without-second-key
            sizes[-1] += size
        else:
            sizes.append(size)
            groups.append(group)
        previous = owner
    return sizes, groups


def runs(items, dtype_of):
    lengths, dtypes, last = [], [], None
    for device, item in items:
        dtype = dtype_of(item)
        if device == last:  # expect: merged-without-second-key
            lengths[-1] = lengths[-1] + 1
        else:
            lengths.append(1)
            dtypes.append(dtype)
        last = device
    return lengths, dtypes


def nested(buckets, group_of):
    ranges, groups, last = [], [], -1
    for bucket in buckets:
        group = group_of(bucket)
        for rank, size in bucket:
            if rank == last:  # expect: merged-without-second-key
                ranges[-1] = ranges[-1] + size
            else:
                ranges.append(size)
                groups.append(group)
            last = rank
    return ranges, groups


def both_compared(parameters, group_of):
    sizes, groups, previous, previous_group = [], [], -1, None
    for owner, size, name in parameters:
        group = group_of(name)
        if owner == previous and group == previous_group:  # silent: both are compared
            sizes[-1] += size
        else:
            sizes.append(size)
            groups.append(group)
        previous, previous_group = owner, group
    return sizes, groups


def of_the_key(parameters, group_of):
    sizes, groups, previous = [], [], -1
    for owner, size in parameters:
        group = group_of(owner)
        if owner == previous:  # silent: the group depends on the owner alone
            sizes[-1] += size
        else:
            sizes.append(size)
            groups.append(group)
        previous = owner
    return sizes, groups


def both_changed(parameters, group_of):
    sizes, groups, previous = [], [], -1
    for owner, size, name in parameters:
        group = group_of(name)
        if owner == previous:  # silent: the merged entry gets the new group
            sizes[-1] += size
            groups[-1] = group
        else:
            sizes.append(size)
            groups.append(group)
        previous = owner
    return sizes, groups


def one_list(parameters):
    sizes, previous = [], -1
    for owner, size in parameters:
        if owner == previous:  # silent: nothing lies beside it
            sizes[-1] += size
        else:
            sizes.append(size)
        previous = owner
    return sizes


def fixed(parameters, group):
    sizes, groups, previous = [], [], -1
    for owner, size in parameters:
        if owner == previous:  # silent: one group for all
            sizes[-1] += size
        else:
            sizes.append(size)
            groups.append(group)
        previous = owner
    return sizes, groups
