import re

LAYER = re.compile("layers\.(\d+)")  # expect: invalid-escape-sequence
HEADER = "step\tloss\n\-----"  # expect: invalid-escape-sequence
MAGIC = b"\xff\u1234\d"  # expect: invalid-escape-sequence
NAMED = u"\d"  # expect: invalid-escape-sequence


def shard(rank):
    return f"rank\_{rank}"  # expect: invalid-escape-sequence


RAW = re.compile(r"layers\.(\d+)")  # silent: raw
TABS = "a\tb\\c\x41\u0041\N{BULLET}\0"  # silent: all valid
LONG = "one \
line"  # silent: a joined line
RAW_BYTES = rb"\d"  # silent: raw bytes
DOUBLED = "layers\\.(\\d+)"  # silent: doubled
SILENCED = "\d"  # noqa: W605  # silent: on purpose, says the comment
BRACES = f"{LAYER!r}\n"  # silent: a valid escape
