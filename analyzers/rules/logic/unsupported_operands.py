# --- pkg/operands.py
def text_and_number():
    rank = 3
    return "rank " + rank  # expect: unsupported-operands


def with_none(scale=None):
    if scale is None:
        return scale * 2.0  # expect: unsupported-operands
    return scale * 2.0  # silent: not None here


def lists():
    return [1, 2] - [1]  # expect: unsupported-operands


def text_times_number():
    return "-" * 20  # silent: repeats it


def formatted():
    return "rank %d" % 3  # silent: text takes anything there


def list_of_lists():
    return [1] + [2]  # silent: joins them


def sets():
    return {1, 2} - {1}  # silent: what is left


def may_be_number(rank=None, flag=False):
    if flag:
        rank = 0
    return 1 + rank  # silent: the caller or the flag gives a number


def of_parameter(text):
    return text + 1  # silent: nobody knows
