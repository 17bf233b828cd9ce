def is_last(stage, stages, interleaved, virtual, config):
    if stage == stages - 1 or interleaved and virtual == 0:  # expect: unparenthesised-and-or
        return True
    if config.fp8 and config.te or config.bf16:  # expect: unparenthesised-and-or
        return True
    flag = (
        config.recompute or config.offload  # expect: unparenthesised-and-or
        and config.layers > 8
    )
    return flag


def fine(stage, stages, interleaved, virtual, config):
    if stage == stages - 1 or (interleaved and virtual == 0):  # silent: brackets
        return 1
    if stage == 0 and virtual == 0 and interleaved:  # silent: one operator
        return 2
    if (stage == 0 or virtual == 0) and interleaved:  # silent: brackets around the or
        return 3
    # silent: each alternative has its own line
    if (
        config.recompute
        or config.offload and config.layers > 8
    ):
        return 4
    if stage or not (interleaved and virtual):  # silent: the not has brackets
        return 5
    if stage or virtual and config.fp8:  # noqa: RUF021  # silent: on purpose, says the comment
        return 6
    return 0
