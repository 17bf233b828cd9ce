# --- pkg/modes.py
import enum


class Mode(enum.Enum):
    FAST = "fast"
    SAFE = "safe"


class Kind(str, enum.Enum):
    ROW = "row"


def of_enumeration():
    mode = Mode.FAST
    if mode == "fast":  # expect: never-equal
        return 1
    return 0


def of_text_and_number():
    count = 8
    if count == "8":  # expect: never-equal
        return 1
    return 0


def of_list_and_number():
    sizes = [1, 2]
    if sizes != 2:  # expect: never-equal
        return 1
    return 0


def of_member():
    mode = Mode.FAST
    if mode == Mode.FAST:  # silent: the same kind
        return 1
    return 0


def of_value():
    mode = Mode.FAST
    if mode.value == "fast":  # silent: text
        return 1
    return 0


def of_mixed_in_text():
    kind = Kind.ROW
    if kind == "row":  # silent: the enumeration is text, too
        return 1
    return 0


def of_parameter(mode):
    if mode == "fast":  # silent: nobody knows
        return 1
    return 0


def of_numbers():
    scale = 1
    if scale == 1.0:  # silent: numbers are equal across types
        return 1
    return 0


def of_promise(mode: Mode):
    if mode == "fast":  # silent: an annotation promises, somebody may hand over text
        return 1
    return 0
