# --- pkg/__init__.py unchanged
# --- pkg/arguments.py unchanged
def add_arguments(parser):
    parser.add_argument("--tp", type=int)
    parser.add_argument("--recompute-granularity")
    parser.add_argument("--attention-backend")
# --- pkg/provider.py unchanged
def fill(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed
    provider.recompute_granularity = args.recompute_granularity
    provider.attention_backend = args.attention_backend
    provider.unknown = args.unknown
# --- pkg/lora.py
def fill_lora(bridge, args):
    provider = bridge.provider()
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed  # expect: option-not-copied
    return provider


def fill_half(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed
    provider.attention_backend = args.attention_backend  # expect: option-not-copied


class Builder:
    def build(self, args):
        self.provider.tp = args.tp
        self.provider.pp = args.pp
        self.provider.cp = args.cp
        self.provider.ep = args.ep
        self.provider.seed = args.seed  # expect: option-not-copied
        return self.provider


def fill_all(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed  # silent: the others are set, though not copied
    provider.recompute_granularity = None
    provider.attention_backend = "flash"


def fill_few(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp  # silent: two are no second list


def fill_other(optimizer, args):
    optimizer.tp = args.tp
    optimizer.pp = args.pp
    optimizer.cp = args.cp
    optimizer.ep = args.ep
    optimizer.seed = args.seed  # silent: nobody else fills an optimizer


def fill_different(provider, args):
    provider.hidden = args.hidden
    provider.heads = args.heads
    provider.layers = args.layers
    provider.vocabulary = args.vocabulary
    provider.dropout = args.dropout  # silent: another set of options


def fill_by_name(provider, args):
    provider.tp = args.tp
    provider.pp = args.pp
    provider.cp = args.cp
    provider.ep = args.ep
    provider.seed = args.seed  # silent: the loop sets the others
    for name in ("recompute_granularity", "attention_backend"):
        setattr(provider, name, getattr(args, name))
