# --- pkg/io.py
import contextlib
import gzip
import json
import subprocess


def read_config(path):
    return json.load(open(path))  # expect: unclosed-file


def vocabulary(path):
    words = gzip.open(path, "rt").read().split()  # expect: unclosed-file
    for line in open(path):  # expect: unclosed-file
        words.append(line.strip())
    return words


def write_index(path, rows):
    out = open(path, "w")  # expect: unclosed-file
    for row in rows:
        out.write(row)


class Reader:
    def __init__(self, path):
        self.file = open(path, "rb")  # expect: unclosed-file

    def read(self, count):
        return self.file.read(count)


class Writer:
    def __init__(self, path):
        self.out = open(path, "wb")  # silent: closed by a method of the class

    def finish(self):
        self.out.close()


class Segments:
    def append(self, data, attribute):
        file = open(self.path, "ab")  # silent: stored under a name that varies
        setattr(self, attribute, file)
        file.write(data)

    def close(self):
        for file in (self.rows, self.marks):
            file.close()

    def mark(self, text):
        self.marks = open(self.path, "a")  # silent: closed with others in a loop
        self.marks.write(text)


def in_block(path):
    with open(path) as file:  # silent: the block closes it
        return file.read()


def touch(path):
    open(path, "w").close()  # silent: closed at once


def closed(path):
    file = open(path)  # silent: closed in the finally
    try:
        return file.read()
    finally:
        file.close()


def handed_out(path):
    return open(path)  # silent: the caller closes it


def on_a_stack(paths):
    with contextlib.ExitStack() as stack:
        # silent: the stack closes them
        return [json.load(stack.enter_context(open(path))) for path in paths]


def maybe(path):
    file = open(path)
    with file:  # silent: closed by the block that follows
        return file.read()


def child(command, log):
    return subprocess.Popen(command, stdout=open(log, "w"))  # silent: the child keeps it


def other(store, path):
    return json.load(store.open(path))  # silent: not a file of Python
# --- tests/test_io.py
import json


def test_config(path):
    assert json.load(open(path))  # silent: a test
