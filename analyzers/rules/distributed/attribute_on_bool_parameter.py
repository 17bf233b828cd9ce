def build(config, is_expert: bool):
    group = is_expert.tp_group  # expect: attribute-on-bool-parameter
    return config.make(group, is_expert.tp_group)


class Layer:
    def __init__(self, config, sequence_parallel=False):
        self.size = config.hidden // sequence_parallel.size()  # expect: attribute-on-bool-parameter

    def forward(self, x, *, overlap: bool = True):
        if overlap:
            overlap.wait()  # expect: attribute-on-bool-parameter
        return x


def numeric(flag: bool):
    return flag.real, flag.bit_length()  # silent: a flag is an integer, too


def rebound(flag: bool, make):
    flag = make(flag)
    return flag.tp_group  # silent: no flag any more


def optional_object(x, logger=False):
    if logger:
        logger.info("start")  # silent: False stands for no logger
    return x


def tested(handle=True):
    if isinstance(handle, bool):
        return None
    return handle.wait()  # silent: the type is tested


def other_type(group: "bool | Group" = False):
    return group.size()  # silent: may be a group


def inner(flag: bool):
    def use(flag):
        return flag.size()  # silent: another name

    return use, flag


def attribute_of_self(self, flag: bool):
    return self.flag.size()  # silent: an attribute of another object
# --- tests/test_flags.py
def check(flag: bool):
    return flag.size()  # silent: a test
