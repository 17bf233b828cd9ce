def resume(args, state):
    assert args.samples == 0
    if "args" in state:
        loaded_args = state["args"]
        check(loaded_args)
        args.samples = getattr(args, "samples", 0)  # expect: restored-from-itself


def resume_config(config, path):
    old = config.seed
    saved_config = load(path)
    config.seed = getattr(config, "seed", None)  # expect: restored-from-itself
    return old, saved_config


class Run:
    def restore(self, state, model):
        print(model.step)
        old_model = state["model"]
        model.step = getattr(model, "step", 0)  # expect: restored-from-itself
        return old_model


def fill(args, state):
    loaded_args = state["args"]
    args.samples = getattr(args, "samples", 0)  # silent: it may be missing
    return loaded_args


def fill_if_there(args, state):
    if state:
        print(args.samples)
    loaded_args = state["args"]
    args.samples = getattr(args, "samples", 0)  # silent: what read it may not have run
    return loaded_args


def restore(args, state):
    assert args.samples == 0
    loaded_args = state["args"]
    args.samples = getattr(loaded_args, "samples", 0)  # silent: from the other one


def defaults(args):
    print(args.samples)
    args.samples = getattr(args, "samples", 0)  # silent: there is no other object


def renamed(args, state):
    print(args.samples)
    loaded_args = state["args"]
    args.samples = getattr(args, "steps", 0)  # silent: another attribute
    return loaded_args
