# --- engine/core/cache.py
import sys


def warm(cache):
    print("warming", len(cache))  # expect: print-in-library
    for key in cache:
        print(key)  # expect: print-in-library


def report(cache, stream):
    print(len(cache), file=stream)  # silent: it says where to


def banner():
    print("cache")  # pylint: disable=bad-builtin  # silent: waived


def show(print):
    print("x")  # silent: not the builtin


class Cache:
    def __repr__(self):
        print("repr")  # expect: print-in-library
        return "Cache"


if __name__ == "__main__":
    print(sys.argv)  # silent: a program
# --- tools/inspect_cache.py
def main():
    print("cache")  # silent: a tool
# --- engine/core/vendor/ring.py
def ring():
    print("ring")  # silent: written by others
