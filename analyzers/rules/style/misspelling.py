# --- engine/core/trade_a.py unchanged
num_inflight = 1
accesibility = 2
# --- engine/core/trade_b.py unchanged
accesibilityMap = {}
# --- engine/core/trade_c.py unchanged
def accesibility():
    return 1
# --- engine/core/buffers.py before
class Buffers:
    def recieve_old(self):
        # An old comment that occured before.
        return self.rows
# --- engine/core/buffers.py after
class Buffers:
    def recieve_old(self):  # silent: an old name
        # An old comment that occured before.
        return self.rows, 1  # silent: the comment is not new

    # expect: misspelling
    def recieve_rows(self, count):
        # Waits untill all rows are there.  # expect: misspelling
        if count < 0:
            # expect: misspelling
            raise ValueError("the count must not be negative, which is not neccessary to say")
        return self.rows

    def split(self, seperator, accesibility):  # expect: misspelling
        # silent: the word accesibility is one of the trade here
        # silent: `seperated` is code
        # silent: see https://example.org/seperated and docs/seperated.md
        # silent: SEPERATED is not a word, nor is seperatedRows or seperated_rows
        return self.rows.seperate(seperator)  # silent: a name of others

    def mode(self):
        return "seperated"  # silent: a value, not prose

    def short(self):
        # silent: teh is too short, and wether has two corrections
        return self.rows


class BufferIntialiser:  # expect: misspelling
    # expect: misspelling
    """Fills buffers before the first step is exectued."""
