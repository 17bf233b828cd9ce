def stale(checkpoints, keep: int):
    return checkpoints[:-keep]  # expect: negative-zero-slice


def unpad(tokens, pad=0):
    return tokens[1:-pad]  # expect: negative-zero-slice


def trim(tokens, block):
    rest = len(tokens) % block
    return tokens[:-rest]  # expect: negative-zero-slice


def guarded(tokens, pad=0):
    if pad > 0:
        tokens = tokens[:-pad]  # silent: tested
    return tokens


def left(tokens, pad=0):
    if not pad:
        return tokens
    return tokens[:-pad]  # silent: left before


def suffix(name, suffix):
    return name[: -len(suffix)]  # silent: a length


def fixed(tokens):
    width = 3
    return tokens[:-width]  # silent: a constant


def last(tokens, keep: int):
    return tokens[-keep:]  # silent: another slice


def whatever(tokens, mark):
    return tokens[:-mark]  # silent: nobody says that it is a count


def counted(tokens, keep: int):
    return tokens[: len(tokens) - keep]  # silent: counts from the front
