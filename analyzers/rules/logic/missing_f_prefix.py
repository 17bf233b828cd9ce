import logging

logger = logging.getLogger(__name__)
TEMPLATE = "rank {rank}"  # silent: formatted elsewhere


class Layer:
    def check(self, rank, size, log_single_rank):
        if rank >= size:
            raise ValueError("rank {rank} is not below {size}")  # expect: missing-f-prefix
        assert size > 0, "size {size} of rank" " is not positive"  # expect: missing-f-prefix
        logger.warning("scope is ${self.scope!r}")  # expect: missing-f-prefix
        print("loss {size:.3f}")  # expect: missing-f-prefix
        log_single_rank(logger, logging.INFO, "at {rank}")  # expect: missing-f-prefix


def fine(rank, size, render, loss):
    print("rank {rank}".format(rank=rank))  # silent: formatted
    logger.info("rank {rank}", rank=rank)  # silent: the logger formats
    print("{{rank}} is literal")  # silent: doubled
    print("value {other}")  # silent: no such variable
    print("{size: 3}")  # silent: a blank, as in JSON
    render("rank {rank}")  # silent: whoever takes it may format it
    text = "rank {rank}"  # silent: a template
    print(f"rank {rank}")  # silent: has the prefix
    print("a set {1, 2}")  # silent: no name
    print("{rank} %d" % size)  # silent: formatted with %
    print("rank {rank}")  # noqa: RUF027  # silent: on purpose, says the comment
    return text, loss
