# --- engine/data/loader.py before
class Loader:
    """Reads samples.

    Args:
        path: Where they are.
    """

    def __init__(self, path):
        self.path = path

    def read(self, index):
        """Reads one.

        Args:
            index: Its number.
        """
        return self.rows[index]

    def batch(self, size):
        """Reads some."""
        return [self.read(i) for i in range(size)]

    def _seek(self, index):
        """Goes there.

        Args:
            index: Its number.
        """
        self.at = index


class Scale(Function):
    @staticmethod
    def forward(ctx, x):
        """Scales.

        Args:
            x: What.
        """
        return x


def split(rows, parts):
    """Splits rows.

    Args:
        rows: What to split.
    """
    return rows, parts


def merge(rows):
    """Merges rows.

    Args:
        rows: What to merge.
    """
    return rows


def shuffle(rows, *, keep=False):
    """Shuffles rows.

    Args:
        rows: What to shuffle.
        keep: Whether to keep the order of pairs.
    """
    return rows
# --- engine/data/loader.py after
class Loader:
    """Reads samples.

    Args:
        path: Where they are.
    """

    def __init__(self, path, retries=3):  # expect: undocumented-new-parameter
        self.path = path
        self.retries = retries

    def read(self, index, timeout=None):  # expect: undocumented-new-parameter
        """Reads one.

        Args:
            index: Its number.
        """
        return self.rows[index]

    def batch(self, size, drop_last=False):  # silent: lists no arguments
        """Reads some."""
        return [self.read(i) for i in range(size)]

    def _seek(self, index, whence=0):  # silent: private
        """Goes there.

        Args:
            index: Its number.
        """
        self.at = index + whence


class Scale(Function):
    @staticmethod
    def forward(ctx, x, factor):  # silent: nobody calls it by keyword
        """Scales.

        Args:
            x: What.
        """
        return x * factor


def split(rows, parts, strict=True):  # expect: undocumented-new-parameter
    """Splits rows.

    Args:
        rows: What to split.
    """
    return rows, parts, strict


def merge(rows, **options):  # silent: anything goes
    """Merges rows.

    Args:
        rows: What to merge.
    """
    return rows, options


def shuffle(rows, *, keep=False, seed=0):  # silent: it is listed
    """Shuffles rows.

    Args:
        rows: What to shuffle.
        keep: Whether to keep the order of pairs.
        seed: Of the generator.
    """
    return rows, seed


def rotate(rows, by):  # silent: the function is new
    """Rotates rows.

    Args:
        rows: What to rotate.
    """
    return rows[by:] + rows[:by]
