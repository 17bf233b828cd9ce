# --- pkg/calls.py
def step(hook=None):
    if hook is None:
        hook()  # expect: value-not-callable
    return hook


def of_list():
    sizes = [1, 2]
    return sizes(0)  # expect: value-not-callable


class Layer:
    @property
    def width(self):
        return 8


def of_property():
    return Layer().width()  # expect: value-not-callable


def guarded(hook=None):
    if hook is not None:
        hook()  # silent: there is one


def given(hook):
    hook()  # silent: nobody knows


def chosen(flag):
    hook = None
    if flag:
        hook = print
    hook()  # silent: on one of two ways it is a function


def of_class():
    return Layer()  # silent: makes an instance


def caught():
    nothing = None
    try:
        nothing()  # silent: caught
    except TypeError:
        return 0
