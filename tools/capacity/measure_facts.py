#!/usr/bin/env python3
"""What the facts of files take, and how often they are found.

usage: measure_facts.py --allreview FILE --repo DIR [--commits FILE] [--count N]

Reviews commits, oldest first, with an empty file of facts, and reads that file
(services/analysis/facts_file.h) after each: what is new in it was parsed. In the end puts all of it
into a redis-server of its own, under keys as long as those of the cache.
"""

import argparse
import os
import socket
import statistics
import struct
import subprocess
import tempfile
import time

import measure_reviews

KEY = "allreview:facts:0.1.0-0123456789ab:%040x"


def records(path):
    """The bytes of all records."""
    with open(path, "rb") as file:
        data = file.read()
    count = struct.unpack_from("<Q", data, 16)[0]
    found = []
    for slot in range(count):
        name, unit, size = struct.unpack_from("<QII", data, 4096 + 16 * slot)
        if name:
            found.append(data[8 * unit:8 * unit + size])
    return found


def python_files(repo, commit):
    return sum(name.endswith(b".py")
               for name in measure_reviews.git(repo, "ls-tree", "-r", "--name-only", commit).split(b"\n"))


class Redis:
    """A server of its own, reached by a socket in `folder`."""

    def __init__(self, folder):
        path = os.path.join(folder, "redis")
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL)
        self.connection = socket.socket(socket.AF_UNIX)
        while self.connection.connect_ex(path) != 0:
            time.sleep(0.05)
        self.answers = self.connection.makefile("rb")

    def command(self, *arguments):
        parts = [b"*%d\r\n" % len(arguments)]
        for argument in arguments:
            data = argument if isinstance(argument, bytes) else str(argument).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
        self.connection.sendall(b"".join(parts))
        line = self.answers.readline()
        return self.answers.read(int(line[1:]) + 2) if line.startswith(b"$") else line

    def used(self):
        for line in self.command("INFO", "memory").split(b"\r\n"):
            if line.startswith(b"used_memory:"):
                return int(line.split(b":")[1])
        raise SystemExit("redis-server does not say what it uses")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def review(options, folder, commit):
    environment = dict(os.environ, ALLREVIEW_CACHE_DIR=folder)
    subprocess.run([options.allreview, "review", "--quiet", "--format=json", "--fail-on=none", "--repo",
                    options.repo, "%s~1..%s" % (commit, commit)], env=environment,
                   stdout=subprocess.DEVNULL, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", required=True)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commits")
    parser.add_argument("--count", type=int, default=120)
    options = parser.parse_args()
    options.allreview = os.path.abspath(options.allreview)
    options.repo = os.path.abspath(options.repo)
    commits = measure_reviews.commits_of(options)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "facts.map")
        asked, new, known = [], [], 0
        for commit in commits:
            review(options, folder, commit)
            now = len(records(path))
            asked.append(python_files(options.repo, commit))
            new.append(now - known)
            known = now
        sizes = [len(record) for record in records(path)]
        print("Python files: %d; after the first review %d records" % (asked[0], new[0]))
        print("bytes of facts for a version of a file: mean %.0f, median %.0f, most %d" % (
            statistics.mean(sizes), statistics.median(sizes), max(sizes)))
        print("%d later reviews: %.1f new versions each in the mean, found %.2f %%" % (
            len(new) - 1, statistics.mean(new[1:]), 100 - 100 * sum(new[1:]) / sum(asked[1:])))
        print("the file: %d versions, %.1f MB" % (known, os.stat(path).st_blocks * 512 / 1e6))
        redis = Redis(folder)
        before = redis.used()
        for number, record in enumerate(records(path)):
            redis.command("SET", KEY % number, record, "EX", 1209600)
        print("Redis: %.0f bytes for each, %.1f MB" % (
            (redis.used() - before) / known, (redis.used() - before) / 1e6))
        redis.stop()


if __name__ == "__main__":
    main()
