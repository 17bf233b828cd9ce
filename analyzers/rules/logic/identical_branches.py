import torch


def first_step(args, checkpoint):
    return 0 if args.reset else 0  # expect: identical-branches


def chosen(config, x):
    # expect: identical-branches
    if config.fused:
        out = torch.softmax(x, dim=-1)
    else:
        out = torch.softmax(x,  dim=-1)
    return out


def last_case(kind, x):
    if kind == "relu":
        x = x.relu()
    # expect: identical-branches
    elif kind == "gelu":
        x = x.sigmoid()
    else:
        x = x.sigmoid()
    return x


def with_a_call(state, default):
    return default if state.refresh() else default  # expect: identical-branches


def different(args, step):
    return 0 if args.reset else step  # silent: the arms differ


def in_the_middle(kind, x):
    if kind == "relu":  # silent: the case between them is another
        x = x.relu()
    elif kind == "gelu":
        x = x.sigmoid()
    else:
        x = x.relu()
    return x


def explained(group, x):
    if group is None:  # silent: two cases, each with its reason
        # Without a group there is nothing to reduce.
        return x
    else:
        # Reduced by the caller.
        return x


def coloured(passed):
    return "\033[92m[PASS]" if passed else "\033[92m[FAIL]"  # silent: the texts differ


def nested(rows, flag):
    if flag:  # silent: the last line is not in the loop
        for row in rows:
            row.start()
            row.stop()
    else:
        for row in rows:
            row.start()
        row.stop()


def unfinished(kind):
    if kind == "a":  # silent: places to be filled
        pass
    else:
        pass


def without_else(x, flag):
    if flag:  # silent: no other arm
        x = x + 1
    x = x + 1
    return x


def asked_twice(model, x):
    if model == "clip":
        x = x.clip()
    elif model == "siglip":
        x = x.sigmoid()
    elif model == "clip":  # expect: identical-branches
        x = x.relu()
    return x


def asked_again(queue, x):
    if queue.poll():
        x = 1
    elif queue.poll():  # silent: the second call may give another answer
        x = 2
    return x
