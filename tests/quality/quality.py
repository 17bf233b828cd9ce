#!/usr/bin/env python3
"""Reviews real commits, lists what the rules found, and compares it with the grades of people.

usage: bazel run //tests/quality -- --clone DIR [--findings FILE] [--only RULE...]

DIR is a clone, bare or not, of the repository that commits.tsv speaks of. Every commit is reviewed
against its parent by the real binary, with one thread and, unless --once, with two and eight: the
bytes must be the same. Then the whole tree of the first commit is scanned; its findings have
"tree" in place of the commit and count for the rules, not for the limits on commits.

--findings FILE  writes one line for each finding, for grading: commit, rule, fingerprint, severity,
                 kind, tier, path, line, symbol, problem, source line; tab separated.
--only RULE      lists findings of these rules alone.
--commits FILE   another table of commit and parent.

grades.tsv holds commit, rule, fingerprint, grade and reason. A grade is "useful" (a maintainer would
change the code or thank for it), "not-useful" or "unsure". The report gives, for each rule, how many
findings there are and their grades; then every finding that nobody graded and every grade whose
finding is gone, which is how the effect of a change to a rule is seen. Ends with 1 when
  - a review fails, times out or depends on the number of threads,
  - there are more than 0.15 defects of P0 and P1 for each commit,
  - fewer than 90 % of the graded P0 and P1 defects are useful, or a P0 is not useful,
  - a P0 or P1 defect is not graded.
"""

import argparse
import collections
import csv
import json
import os
import sys
import time

import program

MAX_BLOCKING_PER_COMMIT = 0.15
MIN_USEFUL = 0.9
TREE = "tree"
COLUMNS = ["commit", "rule", "fingerprint", "severity", "kind", "tier", "path", "line", "symbol",
           "problem", "source"]


def read_table(path, columns):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    for row in rows:
        if len(row) != len(columns):
            sys.exit("%s: want %d fields (%s), found %r" % (path, len(columns), ", ".join(columns), row))
    return [dict(zip(columns, row)) for row in rows]


def review(arguments, base, head, threads):
    return program.run(arguments.allreview, "review", arguments.clone, "--threads=%d" % threads,
                       base + ".." + head)


def text(value):
    return " ".join(str(value).split())


def findings_of(commit, document, only):
    review_json = json.loads(document)
    rows = []
    for finding in review_json.get("findings", []):
        if only and finding["rule_id"] not in only:
            continue
        place = finding.get("range", {})
        lines = finding.get("excerpt", {})
        offset = place.get("first_line", 0) - lines.get("first_line", 0)
        source = lines.get("lines", [])[offset] if 0 <= offset < len(lines.get("lines", [])) else ""
        rows.append({
            "commit": commit[:12], "rule": finding["rule_id"], "fingerprint": finding["fingerprint"],
            "severity": finding.get("severity", "").replace("SEVERITY_", ""),
            "kind": finding.get("kind", "").replace("KIND_", "").lower(),
            "tier": finding.get("tier", "").replace("TIER_", "").lower(),
            "path": place.get("path", ""), "line": str(place.get("first_line", 0)),
            "symbol": finding.get("symbol", ""), "problem": text(finding.get("problem", "")),
            "source": text(source)})
    return rows


def review_all(arguments, commits):
    """All findings, and what went wrong."""
    rows, problems, seconds = [], [], []
    for number, commit in enumerate(commits, 1):
        try:
            start = time.monotonic()
            document = review(arguments, commit["parent"], commit["commit"], 1)
            seconds.append(time.monotonic() - start)
            for threads in [] if arguments.once else [2, 8]:
                if review(arguments, commit["parent"], commit["commit"], threads) != document:
                    problems.append("%s: %d threads give another review" % (commit["commit"], threads))
            rows += findings_of(commit["commit"], document, arguments.only)
        except (RuntimeError, ValueError) as error:
            problems.append("%s: %s" % (commit["commit"], error))
        program.show_progress("%d of %d commits" % (number, len(commits)), number == len(commits))
    document = program.run(arguments.allreview, "scan", arguments.clone, "--commit",
                           commits[0]["commit"])
    rows += findings_of(TREE, document, arguments.only)
    print("%d commits, median %.0f ms, longest %.0f ms" % (
        len(seconds), 1000 * sorted(seconds)[len(seconds) // 2], 1000 * max(seconds)))
    return rows, problems


def key(row):
    return row["commit"][:12], row["rule"], row["fingerprint"]


def is_blocking(row):
    return row["kind"] == "defect" and row["severity"] in ("P0", "P1")


def share(useful, total):
    return "%3.0f %%" % (100 * useful / total) if total else "  - "


def report(rows, grades, commits):
    """Prints the tables; returns what does not hold."""
    by_key = {key(grade): grade for grade in grades}
    rules = collections.defaultdict(collections.Counter)
    for row in rows:
        grade = by_key.get(key(row), {}).get("grade", "not graded")
        rules[row["rule"]][grade] += 1
        rules[row["rule"]]["P0/P1" if is_blocking(row) else row["kind"]] += 1
    print("\n%-44s %5s %5s %6s %6s %6s %6s %s" % (
        "rule", "found", "P0/P1", "useful", "not", "unsure", "open", "useful of graded"))
    for rule, count in sorted(rules.items()):
        graded = count["useful"] + count["not-useful"] + count["unsure"]
        found = graded + count["not graded"]
        print("%-44s %5d %5d %6d %6d %6d %6d %s" % (
            rule, found, count["P0/P1"], count["useful"], count["not-useful"], count["unsure"],
            count["not graded"], share(count["useful"], graded)))

    found = {key(row) for row in rows}
    for grade in grades:
        if key(grade) not in found:
            print("gone: %(commit)s %(rule)s %(fingerprint)s (%(grade)s: %(reason)s)" % grade)
    for row in rows:
        if key(row) not in by_key and row["kind"] != "praise":
            print("new: %(commit)s %(severity)s %(rule)s %(path)s:%(line)s %(problem)s" % row)

    blocking = [row for row in rows if is_blocking(row) and row["commit"] != TREE]
    graded = [by_key[key(row)]["grade"] for row in blocking if key(row) in by_key]
    useful = graded.count("useful")
    print("\n%d findings on commits, %d defects of P0 and P1: %.3f for each commit, %d graded, %s useful" % (
        sum(row["commit"] != TREE for row in rows), len(blocking), len(blocking) / len(commits), len(graded), share(useful, len(graded))))
    problems = []
    if len(blocking) > MAX_BLOCKING_PER_COMMIT * len(commits):
        problems.append("more than %.2f defects of P0 and P1 for each commit" % MAX_BLOCKING_PER_COMMIT)
    if graded and useful < MIN_USEFUL * len(graded):
        problems.append("fewer than %.0f %% of P0 and P1 are useful" % (100 * MIN_USEFUL))
    problems += ["not graded: %(commit)s %(rule)s %(path)s:%(line)s" % row
                 for row in blocking if key(row) not in by_key]
    problems += ["a P0 that is not useful: %(commit)s %(rule)s %(path)s:%(line)s" % row
                 for row in blocking
                 if row["severity"] == "P0" and by_key.get(key(row), {}).get("grade") == "not-useful"]
    return problems


def main():
    here = os.path.dirname(os.path.realpath(__file__))
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--clone", required=True)
    parser.add_argument("--commits", default=os.path.join(here, "commits.tsv"))
    parser.add_argument("--grades", default=os.path.join(here, "grades.tsv"))
    parser.add_argument("--findings")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--once", action="store_true", help="one thread only")
    arguments = parser.parse_args()
    arguments.allreview = os.path.abspath(arguments.allreview)

    commits = read_table(arguments.commits, ["commit", "parent"])
    grades = read_table(arguments.grades, ["commit", "rule", "fingerprint", "grade", "reason"])
    rows, problems = review_all(arguments, commits)
    if arguments.findings:
        with open(arguments.findings, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None,
                                lineterminator="\n")
            writer.writerow(["#" + COLUMNS[0]] + COLUMNS[1:])
            writer.writerows([row[column] for column in COLUMNS] for row in rows)
    if arguments.only:
        grades = [grade for grade in grades if grade["rule"] in arguments.only]
    problems += report(rows, grades, commits)
    for problem in problems:
        print("PROBLEM: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
