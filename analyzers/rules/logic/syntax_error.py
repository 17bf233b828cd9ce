# === a bracket
# --- pkg/a.py
def f(:  # expect: syntax-error
    pass
# === the other bracket
# --- pkg/a.py
SIZES = [1, 2)  # expect: syntax-error
# === a string
# --- pkg/a.py
NAME = "scale  # expect: syntax-error
# === an unresolved merge
# --- pkg/a.py
def f(x):
    return x
# expect: syntax-error
<<<<<<< HEAD
SCALE = 1
=======
SCALE = 2
>>>>>>> main
# === Python 2
# --- pkg/a.py
def show(x):
    print "loss", x  # expect: syntax-error
# === Python 3
# --- pkg/a.py
import sys


def show(x):
    print >> sys.stderr, x  # silent: a tuple, if an odd one
    print(f"{x["loss"]}")  # silent: Python 3.12
# === it was there before
# --- pkg/a.py before
A = 1
NAME = "scale
# --- pkg/a.py after
A = 2  # silent: the ledger says that the file was not read
NAME = "scale
# === what looks like an error and is none
# --- pkg/a.py
TEXT = """
<<<<<<< HEAD
"""  # silent: marks in a string
SMILE = ":("  # silent: a bracket in a string
# silent: and in a comment (
NAMES = {"print": print}  # silent: a name in Python 3
