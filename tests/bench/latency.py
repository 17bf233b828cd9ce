#!/usr/bin/env python3
"""Latency of a review, as a ratio against what a team would run instead, in the same run.

usage: bazel run //tests/bench:latency -- --repo DIR [--runs N] BASE..HEAD...

Peer: `git diff` of the same range, then ast-grep with thirty rules over the changed Python files as
they are at HEAD (written out beforehand, which is not timed). Both are timed as whole processes,
alternating, warm. Prints for each range the medians in milliseconds of wall and CPU time, their
ratio, and our peak memory.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def timed(command, cwd):
    """Runs a command; returns (wall ms, CPU ms). Exit codes 0, 1 and 3 are answers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    _, errors = process.communicate()
    wall = (time.perf_counter() - started) * 1000
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode not in (0, 1, 3):
        sys.exit("%s ended with %d: %s" % (command[0], process.returncode, errors.decode()))
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
    return wall, cpu


def peak_kib(command, cwd):
    """Peak memory of one process of its own, in KiB."""
    script = ("import resource,subprocess,sys;"
              "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);"
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    out = subprocess.run([sys.executable, "-c", script] + command, cwd=cwd, check=True,
                         capture_output=True, text=True).stdout
    return int(out)


def git(repo, *arguments):
    return subprocess.run(["git", "-C", repo] + list(arguments), check=True,
                          capture_output=True).stdout


def write_changed_python(repo, base, head, folder):
    """Writes the changed Python files as they are at head; returns how many."""
    names = git(repo, "diff", "--name-only", "-z", "--diff-filter=d", base, head).split(b"\0")
    count = 0
    for name in names:
        if not name.endswith(b".py"):
            continue
        path = os.path.join(folder, os.fsdecode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(git(repo, "show", "%s:%s" % (head, os.fsdecode(name))))
        count += 1
    return count


def measure(options, span):
    """Prints the line of one range; returns (our wall, peer wall)."""
    base, head = span.split("..")
    ours, peers = [], []
    with tempfile.TemporaryDirectory() as folder:
        files = write_changed_python(options.repo, base, head, folder)
        review = [options.allreview, "review", "--repo", options.repo, span, "--format=markdown"]
        diff = ["git", "-C", options.repo, "diff", base, head]
        scan = [options.ast_grep, "scan", "--rule", options.rules, folder]
        timed(review, folder)  # Fills the cache of facts.
        for _ in range(options.runs):
            wall, cpu = timed(diff, folder)
            if files:
                scan_wall, scan_cpu = timed(scan, folder)
                wall, cpu = wall + scan_wall, cpu + scan_cpu
            peers.append((wall, cpu))
            ours.append(timed(review, folder))
        peak = peak_kib(review, folder)
    mine = [statistics.median(column) for column in zip(*ours)]
    peer = [statistics.median(column) for column in zip(*peers)]
    print("%-26s %4d py  ours %7.1f ms (cpu %7.1f)  peer %7.1f ms (cpu %7.1f)  ratio %5.2f  peak %6.1f MB"
          % (span[:12] + ".." + head[:10], files, mine[0], mine[1], peer[0], peer[1],
             mine[0] / peer[0], peak / 1024), flush=True)
    return mine[0], peer[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--allreview", default="gateway/cli/allreview")
    parser.add_argument("--ast_grep", required=True)
    parser.add_argument("--rules", default="tests/bench/ast_grep_rules.yml")
    parser.add_argument("ranges", nargs="+", metavar="BASE..HEAD")
    options = parser.parse_args()
    for name in ("allreview", "ast_grep", "rules", "repo"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    with tempfile.TemporaryDirectory() as folder:
        # The archive does not carry the right to execute.
        options.ast_grep = shutil.copy(options.ast_grep, folder)
        os.chmod(options.ast_grep, 0o755)
        results = [measure(options, span) for span in options.ranges]
    if len(results) > 1:
        mine = statistics.median(row[0] for row in results)
        peer = statistics.median(row[1] for row in results)
        print("median over %d ranges: ours %.1f ms, peer %.1f ms; median ratio %.2f"
              % (len(results), mine, peer, statistics.median(a / b for a, b in results)))


if __name__ == "__main__":
    main()
