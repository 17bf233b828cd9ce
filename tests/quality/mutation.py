#!/usr/bin/env python3
"""Puts defects into good code and counts how many the rules find.

usage: bazel run //tests/quality:mutation -- --clone DIR [--commit REV] [--most N] [--only OPERATOR...]

Each operator of operators.py puts one defect into each of up to N files (default 25), chosen by a
generator with a fixed seed, and commits them to a scratch repository that borrows the clone's
objects. That commit is reviewed by the real binary, as an author's change would be, and once more
with only the operator's rules, which turns on those that are off by what graders said of them. A
defect is found when one of these rules reports something new in the function that it was put into,
and shown when the review of an author does.

Prints both counts and the recall of what is found for each operator and family, and the defects that
were missed; ends with 1 when a family stays below 90 %.
"""

import argparse
import ast
import collections
import os
import random
import subprocess
import sys
import tempfile

import operators
import program
from program import git

MIN_RECALL = 0.9
COLD = ("tests/", "tools/", "examples/", "tasks/", "scripts/")


def read_sources(repository, commit):
    """Python files of the product itself."""
    paths = [p for p in git(repository, "ls-tree", "-r", "--name-only", "-z", commit).decode().split("\0")
             if p.endswith(".py") and not p.startswith(COLD)]
    batch = git(repository, "cat-file", "--batch",
                data="".join("%s:%s\n" % (commit, p) for p in paths).encode())
    for path in paths:
        header, _, batch = batch.partition(b"\n")
        size = int(header.split()[2])
        data, batch = batch[:size], batch[size + 1:]
        try:
            yield operators.Source(path, data)
        except SyntaxError:
            continue


def commit_mutants(repository, parent, name, mutants, sources):
    """A commit on `parent` with all mutants of one operator; its id."""
    lines = [b"commit refs/heads/" + name.encode(),
             b"committer A Writer <writer@example.com> 1767322800 +0000", b"data 7", b"Mutants",
             b"from " + parent.encode()]
    stream = b"\n".join(lines) + b"\n"
    for mutant in mutants:
        data = mutant.apply(sources[mutant.path].data)
        ast.parse(data)  # An operator must leave valid code.
        stream += b"M 100644 inline %s\ndata %d\n%s\n" % (mutant.path.encode(), len(data), data)
    git(repository, "fast-import", "--quiet", data=stream)
    return git(repository, "rev-parse", "refs/heads/" + name).decode().strip()


def choose(operator, sources, most, seed):
    """At most one mutant of a file, and `most` in all."""
    chosen = []
    generator = random.Random(seed)
    paths = sorted(sources)
    generator.shuffle(paths)
    for path in paths:
        mutants = list(operator.find(sources[path]))
        if mutants:
            chosen.append(generator.choice(mutants))
        if len(chosen) == most:
            break
    return chosen


def review(allreview, repository, base, head, *flags):
    try:
        findings = program.review(allreview, repository, base, head, *flags).get("findings", [])
    except RuntimeError as error:
        sys.exit("the review of %s failed: %s" % (head, error))
    return [place for finding in findings for place in program.with_places(finding)]


def is_found(mutant, operator, findings):
    first, last = mutant.lines
    return any(f["rule_id"] in operator.rules and f["range"]["path"] == mutant.path and
               first <= f["range"]["first_line"] <= last for f in findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--clone", required=True)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--most", type=int, default=25)
    parser.add_argument("--only", action="append", default=[])
    arguments = parser.parse_args()
    allreview = os.path.abspath(arguments.allreview)
    with tempfile.TemporaryDirectory() as folder:
        scratch = os.path.join(folder, "scratch.git")
        subprocess.run(["git", "clone", "--quiet", "--bare", "--shared", arguments.clone, scratch],
                       check=True)
        parent = git(scratch, "rev-parse", arguments.commit).decode().strip()
        sources = {source.path: source for source in read_sources(scratch, parent)}
        families = collections.defaultdict(lambda: [0, 0, 0])
        functions = set()
        missed = []
        print("%-28s %-16s %6s %6s %6s" % ("operator", "family", "shown", "found", "of"))
        for name, operator in operators.OPERATORS.items():
            if arguments.only and name not in arguments.only:
                continue
            mutants = choose(operator, sources, arguments.most, name)
            if not mutants:
                print("%-28s %-16s %6s %6s %6d" % (name, operator.family, "-", "-", 0))
                continue
            head = commit_mutants(scratch, parent, name, mutants, sources)
            as_authors_see = review(allreview, scratch, parent, head)
            turned_on = review(allreview, scratch, parent, head, "--rule", ",".join(operator.rules))
            shown = [is_found(mutant, operator, as_authors_see) for mutant in mutants]
            found = [is_found(mutant, operator, turned_on) for mutant in mutants]
            counts = [sum(shown), sum(found), len(found)]
            families[operator.family] = [a + b for a, b in zip(families[operator.family], counts)]
            functions |= {(mutant.path, mutant.function) for mutant in mutants}
            missed += [(name, mutant) for mutant, hit in zip(mutants, found) if not hit]
            print("%-28s %-16s %6d %6d %6d" % (name, operator.family, *counts), flush=True)
    print("\n%-16s %6s %6s %6s %7s" % ("family", "shown", "found", "of", "recall"))
    for family, (shown, found, total) in sorted(families.items()):
        print("%-16s %6d %6d %6d %5.0f %%" % (family, shown, found, total, 100 * found / total))
    for name, mutant in missed:
        print("missed: %s %s:%d %s" % (name, mutant.path, mutant.lines[0], mutant.function))
    shown, found, total = [sum(column) for column in zip(*families.values())] or [0, 0, 0]
    print("%d of %d defects in %d functions found, %d shown" % (found, total, len(functions), shown))
    return 1 if any(found < MIN_RECALL * total for _, found, total in families.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
