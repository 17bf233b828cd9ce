def one_of_all(model, keys):
    for name, parameter in model.named_parameters():
        matches = [key for key in keys if name in key]  # expect: name-matched-as-part
        assert len(matches) == 1
        yield matches, parameter


def first(state, keys):
    for param_name in state.keys():
        found = [k for k in keys if param_name in k and "bias" not in k]  # expect: name-matched-as-part
        state[param_name] = keys[found[0]]


def many(modules, keys):
    for fqn, module in modules.items():
        near = [k for k in keys if fqn in k]  # expect: name-matched-as-part
        if len(near) > 1:
            raise KeyError(fqn)


def whole(model, keys):
    for name, parameter in model.named_parameters():
        matches = [key for key in keys if key.endswith(name)]  # silent: whole names
        assert len(matches) == 1


def all_below(model, keys):
    for name, module in model.named_modules():
        below = [key for key in keys if name in key]  # silent: all of them are wanted
        module.load(below)


def by_word(keys):
    bias = [key for key in keys if "bias" in key]  # silent: a part is meant
    return bias[0]


def by_prefix(modules, keys):
    for prefix in modules.keys():
        below = [key for key in keys if prefix in key]  # silent: no whole name
        assert len(below) == 1


def given(name, keys):
    found = [key for key in keys if name in key]  # silent: nobody knows what callers hand over
    return found[0]
