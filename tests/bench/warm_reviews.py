#!/usr/bin/env python3
"""What reviews of random changes cost when the facts of the repository are cached.

usage: bazel run //tests/bench:warm_reviews -- --repo DIR [--commits N] [--of N] [--seed N] [--runs N]

Draws commits from the latest ones that are no merges, and reviews each of them twice: with the
command alone, as a whole process with git's, and through `allreview serve`, which runs all the time;
the command is then only the client. Of several runs the cheapest counts, so that other work of the
machine does. Prints milliseconds, the median and 95 %, of all changes and of those of two files.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

from latency import git, timed

TICKS_PER_MS = os.sysconf("SC_CLK_TCK") / 1000


def draw(options):
    """(range, number of files) of random commits."""
    latest = git(options.repo, "log", "--no-merges", "--format=%H", "-%d" % options.of).split()
    commits = random.Random(options.seed).sample(latest, min(options.commits, len(latest)))
    changes = []
    for commit in sorted(commit.decode() for commit in commits):
        names = git(options.repo, "diff-tree", "--no-commit-id", "--name-only", "-r", commit)
        if names:
            changes.append(("%s^..%s" % (commit, commit), len(names.splitlines())))
    return changes


class Server:
    """`allreview serve` on a free port."""

    def __init__(self, options, folder):
        environment = dict(os.environ, ALLREVIEW_STATE_DIR=folder)
        self.process = subprocess.Popen(
            [options.allreview, "serve", "--listen=127.0.0.1:0", "--http-listen=127.0.0.1:0",
             "--repository-root=" + options.repo],
            env=environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            found = re.search(r'msg="serving" address=(\S+)', line)
            if found:
                self.address = found.group(1)
                # Nobody may leave the pipe full.
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return
        sys.exit("allreview serve ended before it served")

    def cpu(self):
        """Milliseconds of the server and of the processes that it waited for."""
        with open("/proc/%d/stat" % self.process.pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return sum(int(ticks) for ticks in fields[11:15]) / TICKS_PER_MS

    def stop(self):
        self.process.terminate()
        self.process.wait()


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def show(name, rows):
    for title, column in (("wall", 0), ("CPU", 1)):
        values = [row[column] for row in rows]
        print("%-34s %-4s  median %6.1f ms  95 %% %6.1f ms  (%d changes)"
              % (name, title, percentile(values, 0.5), percentile(values, 0.95), len(values)),
              flush=True)


def review(options, span, folder, server=None):
    """Milliseconds of wall and CPU time; with a server the CPU time is its own and the client's."""
    command = [options.allreview, "review", "--quiet", "--format=markdown", "--repo", options.repo]
    if server is None:
        return timed(command + [span], folder)
    before = server.cpu()
    wall, cpu = timed(command + ["--gateway", server.address, span], folder)
    return wall, cpu + server.cpu() - before


def measure(options, changes, folder, server):
    """Prints one way of reviewing all changes."""
    rows = []
    for span, files in changes:
        review(options, span, folder, server)  # Fills the cache of facts.
        runs = [review(options, span, folder, server) for _ in range(options.runs)]
        # The server's time comes in ticks of ten milliseconds: only its mean says something.
        cpu = [run[1] for run in runs]
        rows.append((min(run[0] for run in runs),
                     min(cpu) if server is None else sum(cpu) / len(cpu), files))
    name = "command alone" if server is None else "through a server"
    show(name + ", all", rows)
    show(name + ", two files", [row for row in rows if row[2] == 2])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commits", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--of", type=int, default=3000, help="of so many latest (default: 3000)")
    parser.add_argument("--seed", type=int, default=1, help="another draw (default: 1)")
    parser.add_argument("--runs", type=int, default=3, help="of each change (default: 3)")
    parser.add_argument("--allreview", default="gateway/cli/allreview")
    options = parser.parse_args()
    options.repo = os.path.abspath(options.repo)
    options.allreview = os.path.abspath(options.allreview)
    changes = draw(options)
    if not any(files == 2 for _, files in changes):
        sys.exit("no commit of the draw changes two files: draw more with --commits")
    with tempfile.TemporaryDirectory() as folder:
        measure(options, changes, folder, None)
        server = Server(options, folder)
        try:
            measure(options, changes, folder, server)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
