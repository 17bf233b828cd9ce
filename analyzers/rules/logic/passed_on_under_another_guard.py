def forward(attention, x, cache=None, states=None, scale=None):
    extra = {}
    if cache is not None:
        extra["cache"] = cache
        extra["states"] = states  # expect: passed-on-under-another-guard
        extra["scale"] = scale  # expect: passed-on-under-another-guard
    return attention(x, **extra)


def by_truth(attention, x, cache=None, states=None):
    extra = {}
    if cache:
        extra["cache"] = cache
        extra["states"] = states  # expect: passed-on-under-another-guard
    return attention(x, **extra)


def careful(attention, x, mask=None, mask_type=None, cache=None, scale=1.0, states=None):
    extra = {}
    if mask is not None:
        extra["mask"] = mask
        extra["mask_type"] = mask_type  # silent: speaks of the mask
    if cache is not None:
        extra["cache"] = cache
        extra["scale"] = scale  # silent: not optional
    if states is not None:
        extra["states"] = states
        extra["use_states"] = True  # silent: a constant
    return attention(x, **extra)


def mode(attention, x, cache=None, states=None):
    extra = {}
    if cache is not None:
        attention.begin()
        extra["cache"] = cache
        extra["states"] = states  # silent: the condition decides more
    return attention(x, **extra)


def otherwise(attention, x, cache=None, states=None):
    extra = {}
    if cache is not None:
        extra["cache"] = cache
        extra["states"] = states  # silent: the other case is there
    else:
        extra["states"] = x
    return attention(x, **extra)


def elsewhere(attention, x, cache=None, states=None):
    extra, more = {}, {}
    if cache is not None:
        extra["cache"] = cache
        more["states"] = states  # silent: something else is filled
    return attention(x, **extra, **more)
