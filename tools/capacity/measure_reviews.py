#!/usr/bin/env python3
"""What reviews cost: CPU seconds, wall seconds, memory and bytes of each commit of a list.

usage: measure_reviews.py --allreview FILE --repo DIR [--commits FILE] [--count N] > reviews.tsv

One process for each commit, oldest first, with one cache of facts for all, as a service has. CPU
seconds are those of the process and the git processes that it starts; on a machine with other work
they are what can be trusted, wall time is not. The first row is the cold one: it indexes the whole
repository.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

COLUMNS = ["commit", "cpu_seconds", "wall_seconds", "peak_kib", "json_bytes", "diff_bytes", "files",
           "comments"]


def git(repo, *arguments):
    return subprocess.run(["git", "-C", repo, *arguments], check=True, stdout=subprocess.PIPE).stdout


def commits_of(options):
    """The commits to review, oldest first."""
    if options.commits:
        with open(options.commits, encoding="utf-8") as file:
            rows = [line.split()[0] for line in file if not line.startswith("#")]
        return rows[:options.count][::-1]
    out = git(options.repo, "rev-list", "--no-merges", "--max-count=%d" % options.count, "HEAD")
    return out.decode().split()[::-1]


def measured(command, environment):
    """Runs a command; returns (CPU s, wall s, peak KiB, output). Exit codes 0, 1, 3 are answers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = process.communicate()
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode not in (0, 1, 3):
        sys.exit("%s ended with %d: %s" % (command[0], process.returncode, errors.decode()))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, wall, out


def peak_kib(command, environment):
    """Peak memory of one process; the counter of children only ever grows, so from a fresh parent."""
    script = ("import resource,subprocess,sys;"
              "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    out = subprocess.run([sys.executable, "-c", script, *command], env=environment, check=True,
                         stdout=subprocess.PIPE).stdout
    return int(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--allreview", required=True)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commits", help="list as tests/quality/commits.tsv, newest first")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--peak-every", type=int, default=10, help="memory of every Nth commit")
    options = parser.parse_args()
    print("\t".join(COLUMNS))
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, ALLREVIEW_CACHE_DIR=cache)
        for index, commit in enumerate(commits_of(options)):
            span = "%s~1..%s" % (commit, commit)
            command = [options.allreview, "review", "--quiet", "--format=json", "--repo",
                       options.repo, span]
            cpu, wall, out = measured(command, environment)
            peak = peak_kib(command, environment) if index % options.peak_every == 0 else 0
            diff = git(options.repo, "diff", commit + "~1", commit)
            files = git(options.repo, "diff", "--name-only", commit + "~1", commit).count(b"\n")
            comments = len(json.loads(out).get("comments", []))
            row = [commit[:12], "%.3f" % cpu, "%.3f" % wall, peak, len(out), len(diff), files, comments]
            print("\t".join(str(value) for value in row), flush=True)


if __name__ == "__main__":
    main()
