#!/usr/bin/env python3
"""Compares the tests that a review would run with those that the authors of real commits touched.

usage: bazel run //tests/quality:test_ranking -- --clone DIR [--commits N] [--source PREFIX]

DIR is a clone, bare or not. Takes the last N commits (300) that change Python below PREFIX
(megatron/core/) and also test files (test_*.py) that existed before, and reviews each without what
it does to tests: a commit is made of its parent and the rest of its changes, in a temporary clone
that borrows DIR's objects. The files that the author touched are what the ranking should name.

Prints, for the first 1, 3, 5 and 10 of the ranking, which share of the touched files is among them
(the mean over commits, and over all files), and for how many commits at least one is. Then how
often the lines to run (commands) name a touched file. Ends with 1 when the mean for the first five
is below 0.71.

--worst N  lists the N commits with the lowest recall.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import program

WANTED = 0.71
DEPTHS = (1, 3, 5, 10)
ZERO = "0" * 40
IDENTITY = dict(GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
                GIT_COMMITTER_EMAIL="a@b", GIT_AUTHOR_DATE="1000000000 +0000",
                GIT_COMMITTER_DATE="1000000000 +0000")


def git(clone, *words, stdin="", index=None):
    environment = dict(IDENTITY, GIT_INDEX_FILE=index) if index else IDENTITY
    return program.git(clone, *words, data=stdin.encode(), environment=environment).decode()


def is_under_tests(path):
    name = path.rsplit("/", 1)[-1]
    return "tests" in path.split("/")[:-1] or name.startswith("test_") or name == "conftest.py"


def is_test_module(path):
    name = path.rsplit("/", 1)[-1]
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py"))


def changes(clone, parent, commit):
    """(old mode, old blob, status, path) of each changed file; renames are two changes."""
    rows = []
    fields = git(clone, "diff-tree", "-r", "-z", "--no-renames", parent, commit).split("\0")
    for meta, path in zip(fields[0::2], fields[1::2]):
        old_mode, _, old_blob, _, status = meta.lstrip(":").split()
        rows.append((old_mode, old_blob, status, path))
    return rows


def candidates(clone, source):
    """Commits, newest first, with their parent, changes and touched test files."""
    log = git(clone, "log", "--no-merges", "--format=%H %P", "HEAD", "--", source)
    for line in log.splitlines():
        words = line.split()
        if len(words) != 2:
            continue
        commit, parent = words
        rows = changes(clone, parent, commit)
        has_source = any(path.startswith(source) and path.endswith(".py") and status != "D"
                         for _, _, status, path in rows)
        touched = sorted(path for _, _, status, path in rows if status == "M" and is_test_module(path))
        if has_source and touched:
            yield commit, parent, rows, touched


def without_tests(clone, folder, commit, parent, rows):
    """A commit like `commit`, but with the tests of its parent."""
    index = os.path.join(folder, "index")
    git(clone, "read-tree", commit, index=index)
    lines = []
    for old_mode, old_blob, status, path in rows:
        if not is_under_tests(path):
            continue
        lines.append("%s %s\t%s" % (("0", ZERO, path) if status == "A" else (old_mode, old_blob, path)))
    git(clone, "update-index", "--index-info", stdin="\n".join(lines) + "\n", index=index)
    tree = git(clone, "write-tree", index=index).strip()
    return git(clone, "commit-tree", tree, "-p", parent, "-m", "without tests").strip()


def measure(arguments, clone, folder):
    """One row for each commit: (commit, touched files, ranking, files in commands)."""
    measured = []
    for commit, parent, rows, touched in candidates(clone, arguments.source):
        if len(measured) == arguments.commits:
            break
        head = without_tests(clone, folder, commit, parent, rows)
        tests = program.review(arguments.allreview, clone, parent, head).get("tests", {})
        ranking = [test["path"] for test in tests.get("ranking", [])]
        lines = " ".join(command["line"] for command in tests.get("commands", [])
                         if command["purpose"] == "test")
        run = {word.split("::")[0] for word in lines.split()}
        measured.append((commit, touched, ranking, run))
        program.show_progress("%d commits" % len(measured))
    program.show_progress("%d commits" % len(measured), is_last=True)
    return measured


def recall(touched, found):
    return len(set(touched) & set(found)) / len(touched)


def report(measured, worst):
    """Prints the table; returns the mean recall of the first five."""
    files = sum(len(touched) for _, touched, _, _ in measured)
    print("%d commits, %d touched test files" % (len(measured), files))
    print("%-8s %12s %12s %14s" % ("first", "mean recall", "of all files", "at least one"))
    means = {}
    for depth in DEPTHS:
        recalls = [recall(touched, ranking[:depth]) for _, touched, ranking, _ in measured]
        means[depth] = sum(recalls) / len(recalls)
        hits = sum(len(set(touched) & set(ranking[:depth])) for _, touched, ranking, _ in measured)
        some = sum(value > 0 for value in recalls)
        print("%-8d %12.3f %12.3f %14.3f" % (depth, means[depth], hits / files, some / len(recalls)))
    run = [recall(touched, run) for _, touched, _, run in measured]
    sizes = sorted(len(run) for _, _, _, run in measured)
    print("commands %12.3f  (median of %d words that are no option)" % (sum(run) / len(run), sizes[len(sizes) // 2]))
    by_recall = sorted(measured, key=lambda row: recall(row[1], row[2][:5]))
    for commit, touched, ranking, _ in by_recall[:worst]:
        print("%s touched %s; ranked %s" % (commit[:12], ", ".join(touched), ", ".join(ranking[:5])))
    return means[5]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--clone", required=True)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--source", default="megatron/core/")
    parser.add_argument("--worst", type=int, default=0)
    arguments = parser.parse_args()
    arguments.allreview = os.path.abspath(arguments.allreview)
    with tempfile.TemporaryDirectory() as folder:
        clone = os.path.join(folder, "clone")
        subprocess.run(["git", "clone", "--quiet", "--bare", "--shared", arguments.clone, clone],
                       check=True)
        measured = measure(arguments, clone, folder)
    if not measured:
        sys.exit("no commit of %s below '%s' also changes tests" % (arguments.clone, arguments.source))
    if report(measured, arguments.worst) < WANTED:
        print("PROBLEM: the mean recall of the first five is below %.2f" % WANTED)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
