# --- engine/core/notes.py before
def old():
    # The size of the the buffer.
    return 1
# --- engine/core/notes.py after
def old():
    # The size of the the buffer.
    return 2  # silent: the comment is not new


def size(rows):
    # The size of the the buffer.  # expect: doubled-word
    # expect: doubled-word
    """Returns what is is needed."""
    # silent: he said that that was right
    # silent: the end. The start; a comma, a pause
    # silent: from a to to-do lists
    # silent: `the the` is code
    # silent: the the the key, as data has it
    # Sent to to all ranks.  # expect: doubled-word
    return rows, "to to"  # silent: a value


def text():
    return "the the key of this message"  # silent: may be data
