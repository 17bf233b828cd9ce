import enum

_MISSING = object()


class Schedule(enum.Enum):
    COSINE = 1


def choose(args, world_size):
    if args.optimizer is "adam":  # expect: is-with-literal
        return 1
    if world_size is not 1:  # expect: is-with-literal
        return 2
    if args.betas is (0.9, 0.95):  # expect: is-with-literal
        return 3
    if args.groups is []:  # expect: is-with-literal
        return 4
    return 0


def compare(args, value, schedule):
    if args.seed is None:  # silent: there is one None
        return 1
    if args.fused is True or args.foreach is not False:  # silent: one object each
        return 2
    if value is _MISSING:  # silent: a sentinel
        return 3
    if schedule is Schedule.COSINE:  # silent: members of an enum are single
        return 4
    if value is ...:  # silent: one Ellipsis
        return 5
    if args.optimizer == "adam":  # silent: compares values
        return 6
    if value is "auto":  # noqa: F632  # silent: on purpose, says the comment
        return 7
    return 0
