def build(given, made):
    if isinstance(given["tp"], Config):
        made["tp"] = given["tp"]
    else:
        given["tp"] = Config(**given["tp"])  # expect: branch-fills-another-target
    return made


def attributes(given, made):
    if given.rate is not None:
        made.rate = given.rate
    else:
        given.rate = default(given.rate)  # expect: branch-fills-another-target
    return made


def turned(given, made):
    if isinstance(given["tp"], dict):
        given["tp"] = Config(**given["tp"])  # expect: branch-fills-another-target
    else:
        made["tp"] = given["tp"]
    return made


def same_place(given, made):
    if isinstance(given["tp"], Config):
        made["tp"] = given["tp"]
    else:
        made["tp"] = Config(**given["tp"])  # silent: the same place
    return made


def read_later(given, made):
    if isinstance(given["tp"], Config):
        made["tp"] = given["tp"]
    else:
        given["tp"] = Config(**given["tp"])
    return given["tp"]  # silent: read here


def other_key(given, made):
    if given["tp"]:
        made["tp"] = given["tp"]
    else:
        made["pp"] = make(made["pp"])  # silent: another key
    return made


def more(given, made):
    if given["tp"]:
        made["tp"] = given["tp"]
    else:
        given["tp"] = Config(**given["tp"])  # silent: stored below, too
        made["tp"] = given["tp"]
    return made


def reset(given, made):
    if given["tp"]:
        made["tp"] = given["tp"]
    else:
        given["tp"] = None  # silent: not made of what was given
    return made
