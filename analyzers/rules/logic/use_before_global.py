_GROUP = None
_STEP = 0


def set_group(group):
    _GROUP = group
    global _GROUP  # expect: use-before-global


def next_step():
    if _STEP < 0:
        return 0
    global _STEP  # expect: use-before-global
    _STEP += 1
    return _STEP


def counter():
    count = 0

    def add():
        print(count)
        nonlocal count  # expect: use-before-global
        count += 1

    return add


def reset():
    global _GROUP, _STEP  # silent: declared first
    _GROUP = None
    _STEP = 0


def inner_use():
    def show():
        return _STEP

    global _STEP  # silent: the use is in another function
    _STEP = show() + 1


def other_name(state, make):
    state._STEP = 1
    make(_STEP=2)
    global _STEP  # silent: an attribute and a keyword are no variables
    _STEP = 3


def twice():
    global _GROUP
    global _GROUP  # silent: declared twice
    _GROUP = None


def method_names(step):
    """Sets _STEP."""
    global _STEP  # silent: only the text above mentions it
    _STEP = step
