#!/usr/bin/env python3
"""Tells which known bugs of public repositories the program names, and whether it is silent once they are fixed.

usage: bazel run //tests/quality:known_bugs -- --cases FILE --clones PATTERN [--only CLASS] [--jobs N]

FILE has a bug on each line, tab separated: repository (owner/name), commit that fixes it, path, lines of its
parent ("12,40-44"), class. A first line that begins with "repo" is a heading. PATTERN is where the clones are,
bare or not, with {owner} and {name} in it; bugs of repositories without a clone are counted and left out.

A bug is named when one of two says something within one line of it: the review of the change that brings
it in, from the fix back to its parent, or the scan of the file as the parent has it. The fixed side is silent
when no rule that named the bug says as much or more of the file, or anything of it in the review of the fix.

examples:
  bazel run //tests/quality:known_bugs -- --cases bugs.tsv --clones ~/clones/{owner}/{name}
  tests/quality/known_bugs.py --program /usr/bin/allreview --cases bugs.tsv --clones ~/{name} --jobs 2

Prints a line for each bug with the rules that name it, then counts for each class, findings and hints apart.
"""

import argparse
import collections
import concurrent.futures
import os
import sys

import program

DISTANCE = 1
Bug = collections.namedtuple("Bug", "repository fix path lines kind")
Result = collections.namedtuple("Result", "named hinted loud problem")


def ranges_of(words):
    """(first, last) of "12,40-44"."""
    return [tuple(int(number) for number in (part.split("-") * 2)[:2]) for part in words.split(",")]


def read_bugs(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    return [Bug(row[0], row[1], row[2], ranges_of(row[3]), row[4]) for row in rows
            if row[0] != "repo"]


def clone_of(pattern, repository):
    owner, name = repository.split("/")
    return pattern.replace("{owner}", owner).replace("{name}", name)


def places_of(report, path):
    """(rule, is a hint, first line, last line) of each place of the file that a report speaks of."""
    places = []
    for finding in report.get("findings", []):
        if finding.get("kind") == "KIND_PRAISE" or finding.get("shown") == "SHOWN_PROBATION":
            continue
        for place in program.with_places(finding):
            where = place.get("range", {})
            if where.get("path") == path and where.get("side") == "SIDE_RIGHT" and where.get("first_line"):
                first = where["first_line"]
                places.append((finding["rule_id"], bool(finding.get("is_hint")), first,
                               max(first, where.get("end_line", 0) - 1)))
    return places


def near(bug, places):
    return [place for place in places for first, last in bug.lines
            if place[2] <= last + DISTANCE and place[3] >= first - DISTANCE]


def measure(arguments, bug):
    clone = clone_of(arguments.clones, bug.repository)
    parent = bug.fix + "^"

    def review(base, head):
        return places_of(program.review(arguments.program, clone, base, head), bug.path)

    def scan(commit):
        report = program.scan(arguments.program, clone, commit, bug.path)
        return places_of(report, bug.path)

    try:
        before, brought_in = scan(parent), review(bug.fix, parent)
        found = near(bug, before) + near(bug, brought_in)
        named = sorted({place[0] for place in found if not place[1]})
        hinted = sorted({place[0] for place in found if place[1]} - set(named))
        loud = []
        if named or hinted:
            counts = collections.Counter(place[0] for place in before)
            after = collections.Counter(place[0] for place in scan(bug.fix))
            of_fix = {place[0] for place in review(parent, bug.fix)}
            loud = [rule for rule in named + hinted
                    if rule in of_fix or (counts[rule] and after[rule] >= counts[rule])]
        return Result(named, hinted, loud, "")
    except (RuntimeError, ValueError) as error:
        return Result([], [], [], " ".join(str(error).split())[-200:])


def report(results):
    classes = collections.defaultdict(list)
    for bug, result in results:
        words = result.named + ["(%s)" % rule for rule in result.hinted] + [
            "LOUD:" + rule for rule in result.loud] + (["FAILED: " + result.problem] if result.problem else [])
        print("%-28s %s %s %s %s" % (bug.kind, bug.repository, bug.fix[:10], bug.path, " ".join(words) or "-"))
        classes[bug.kind].append(result)
    print("\n%-40s %5s %6s %6s %6s" % ("class", "bugs", "named", "hinted", "silent"))
    for kind, members in sorted(classes.items()) + [("all", [result for _, result in results])]:
        named = [member for member in members if member.named]
        hinted = [member for member in members if member.hinted and not member.named]
        silent = [member for member in named + hinted if not member.loud]
        print("%-40s %5d %6d %6d %6d" % (kind, len(members), len(named), len(hinted), len(silent)))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", help=argparse.SUPPRESS)
    parser.add_argument("--program", metavar="P", help="the program to measure; default: the built one")
    parser.add_argument("--cases", required=True, metavar="FILE")
    parser.add_argument("--clones", required=True, metavar="PATTERN")
    parser.add_argument("--only", default="", metavar="CLASS", help="bugs whose class holds this text")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="bugs at once; default: 1")
    arguments = parser.parse_args()
    # bazel run changes the folder, and names the program that it built as seen from the new one.
    folder = os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd())
    arguments.cases = os.path.join(folder, arguments.cases)
    arguments.clones = os.path.join(folder, os.path.expanduser(arguments.clones))
    arguments.program = os.path.join(folder, arguments.program) if arguments.program else os.path.abspath(
        arguments.allreview or "")
    if not os.access(arguments.program, os.X_OK) or os.path.isdir(arguments.program):
        parser.error("no program: name one with --program")
    return arguments


def main():
    arguments = parse_arguments()
    bugs = [bug for bug in read_bugs(arguments.cases) if arguments.only in bug.kind]
    here = [bug for bug in bugs if os.path.isdir(clone_of(arguments.clones, bug.repository))]
    if not here:
        sys.exit("%s: none of %d bugs is of a repository with a clone at %s" % (
            arguments.cases, len(bugs), arguments.clones))
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for bug, result in zip(here, pool.map(lambda bug: measure(arguments, bug), here)):
            results.append((bug, result))
            program.show_progress("%d of %d bugs" % (len(results), len(here)), len(results) == len(here))
    report(results)
    print("%d bugs of repositories without a clone were left out" % (len(bugs) - len(here)))
    return 1 if any(result.problem for _, result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
