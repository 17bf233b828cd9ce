#!/usr/bin/env python3
"""Reviews branches as they were before people reviewed them: does the program say what they said?

usage: bazel run //tests/quality:answered_reviews -- --repo DIR [--limit N] [--seed S] [--output FILE]

DIR is a clone, bare or not, with the branches of pull requests (refs/pull/*/head). Draws N of those
that hold an answer, a commit whose subject says that it answers a review (answers.py has the words),
and takes of each the first answer that edits Python files which the branch had changed. The branch
before it, from where it left the main branch to the parent of the answer, is reviewed by the real
binary. A finding is answered when the answer changes or removes a line that it marks, or one beside
it; what is inserted lies beside the lines before and after it. Of a finding on many lines the first
five count, of findings of one cause all their places. Findings on the old side and on whole files
are never answered. A finding is left when the last commit of the pull request has the text of its
first line still as often as the file under review had it. Only what a review shows in full counts.

examples:
  bazel run //tests/quality:answered_reviews -- --repo ~/torchtitan
  bazel run //tests/quality:answered_reviews -- --repo ~/torchtitan --limit 10 --output found.tsv
  tests/quality/answered_reviews.py --program /usr/bin/allreview --repo ~/torchtitan --jobs 4

Prints, for findings, for hints and for both, in how many reviews some are answered and how many are:
exactly, within one line (the figure that counts) and within two; and how many findings would be if they
stood on lines drawn from those that the branches added. Then how many are answered and left of each
severity and rule; the others went with a later change. Ends with 1 when a review fails, when fewer than 25 % of the reviews have
an answered finding that is no hint, or when fewer than 20 % of these findings are answered.
"""

import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys

import answers
import program

WANTED_REVIEWS, WANTED_FINDINGS = 0.25, 0.20
DISTANCES = (0, 1, 2)
COUNTED_DISTANCE = 1
MARKED_LINES = 5
COLUMNS = ["pull", "answer", "parent", "base", "last", "severity", "kind", "rule", "path", "line",
           "distance", "left", "problem", "subject"]


def text(value):
    return " ".join(str(value).split())


def lines_of(clone, commit, path):
    """Stripped lines of a file and how often each stands there; nothing when there is no such file."""
    try:
        content = program.git(clone, "cat-file", "blob", "%s:%s" % (commit, path))
    except subprocess.CalledProcessError:
        return [], collections.Counter()
    lines = [line.strip() for line in content.decode(errors="replace").split("\n")]
    return lines, collections.Counter(lines)


def distance_of(answer, finding):
    """From the nearest marked line of the finding to what the answer changes; None: none is near."""
    distances = []
    for place in program.with_places(finding):
        marked = place.get("range", {})
        first = marked.get("first_line", 0)
        if first == 0 or marked.get("side") != "SIDE_RIGHT":
            continue
        end = min(max(marked.get("end_line", 0), first + 1), first + MARKED_LINES)
        distances += [answer.distance(marked["path"], line) for line in range(first, end)]
    return min((distance for distance in distances if distance is not None), default=None)


def is_left(clone, answer, finding):
    """Whether the line that the finding names is still there at the end. None: it names no line."""
    place = finding.get("range", {})
    if not place.get("first_line") or place.get("side") != "SIDE_RIGHT":
        return None
    lines, before = lines_of(clone, answer.parent, place["path"])
    if place["first_line"] > len(lines):
        return None
    line = lines[place["first_line"] - 1]
    _, after = lines_of(clone, answer.last, answer.renames.get(place["path"], place["path"]))
    return after[line] >= before[line]


def rows_of(arguments, answer):
    """What the review of the branch before the answer shows, a row for each finding."""
    review = program.review(arguments.program, arguments.repo, answer.base, answer.parent,
                            "--threads=1", timeout=arguments.timeout)
    rows = []
    for finding in review.get("findings", []):
        if finding.get("kind") == "KIND_PRAISE" or finding.get("shown") != "SHOWN_FULL":
            continue
        place = finding.get("range", {})
        rows.append({
            "severity": "hint" if finding.get("is_hint") else finding["severity"].replace("SEVERITY_", ""),
            "kind": finding.get("kind", "").replace("KIND_", "").lower(), "rule": finding["rule_id"],
            "path": place.get("path", ""), "line": place.get("first_line", 0),
            "distance": distance_of(answer, finding), "left": is_left(arguments.repo, answer, finding),
            "problem": text(finding.get("problem", ""))})
    return rows


def measure(arguments, drawn):
    """(answer, rows) of each review in the order of the draw, and what went wrong."""
    measured, problems = [], []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        reviews = [(answer, pool.submit(rows_of, arguments, answer)) for answer in drawn]
        for number, (answer, review) in enumerate(reviews, 1):
            try:
                measured.append((answer, review.result()))
            except (RuntimeError, ValueError) as error:
                problems.append("#%d before %s: %s" % (answer.pull, answer.commit[:12], error))
            program.show_progress("%d of %d reviews" % (number, len(drawn)), number == len(drawn))
    return measured, problems


def share(part, total):
    return part / total if total else 0.0


def is_within(row, distance):
    return row["distance"] is not None and row["distance"] <= distance


def print_answered(title, reviews):
    """One line for reviews and one for findings; the shares within the distance that counts."""
    rows = [row for review in reviews for row in review]
    groups = [("reviews with answered %s" % title, reviews,
               lambda review, distance: any(is_within(row, distance) for row in review)),
              ("answered %s" % title, rows, is_within)]
    for name, members, is_counted in groups:
        counts = [sum(is_counted(member, distance) for member in members) for distance in DISTANCES]
        print("%-38s %5d" % (name, len(members)) + "".join(
            " %5d %3.0f %%" % (count, 100 * share(count, len(members))) for count in counts))
    return tuple(share(sum(is_counted(member, COUNTED_DISTANCE) for member in members), len(members))
                 for _, members, is_counted in groups)


def shares_by_chance(answer):
    """Which shares of the Python lines that the branch added lie within each of the distances."""
    distances = [answer.distance(path, line) for path, hunks in answer.added.items()
                 for first, end in hunks for line in range(first, end)]
    return [share(sum(is_within({"distance": distance}, most) for distance in distances),
                  len(distances)) for most in DISTANCES]


def print_chance(measured):
    """How many findings would be answered if each stood on any line that its branch added."""
    sums, total = [0.0] * len(DISTANCES), 0
    for answer, rows in measured:
        number = sum(row["severity"] != "hint" for row in rows)
        total += number
        sums = [so_far + number * chance for so_far, chance in zip(sums, shares_by_chance(answer))]
    print("%-38s %5d" % ("findings, were they put by chance", total) + "".join(
        " %5.1f %3.0f %%" % (value, 100 * share(value, total)) for value in sums))


def print_counts(column, rows):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    print("\n%-44s %6s %9s %6s %6s" % (column, "found", "answered", "left", "other"))
    for name, members in sorted(groups.items()):
        answered = [row for row in members if is_within(row, COUNTED_DISTANCE)]
        left = sum(row["left"] is True for row in members if not is_within(row, COUNTED_DISTANCE))
        print("%-44s %6d %9d %6d %6d" % (
            name, len(members), len(answered), left, len(members) - len(answered) - left))


def report(measured):
    """Prints the tables; returns what does not hold."""
    everything = [rows for _, rows in measured]
    shown = [[row for row in rows if row["severity"] != "hint"] for rows in everything]
    hints = [[row for row in rows if row["severity"] == "hint"] for rows in everything]
    print("%-38s %5s %11s %11s %11s" % ("", "of", "exactly", "within 1", "within 2"))
    reviews, findings = print_answered("findings", shown)
    print_chance(measured)
    print_answered("hints", hints)
    print_answered("both", everything)
    rows = [row for review in everything for row in review]
    print_counts("severity", rows)
    print_counts("rule", rows)
    problems = []
    if reviews < WANTED_REVIEWS:
        problems.append("fewer than %.0f %% of the reviews have an answered finding" % (100 * WANTED_REVIEWS))
    if findings < WANTED_FINDINGS:
        problems.append("fewer than %.0f %% of the findings are answered" % (100 * WANTED_FINDINGS))
    return problems


def write_table(path, measured):
    """A line for each finding; reviews without any have one with empty fields."""
    with open(path, "w", encoding="utf-8") as file:
        print("#" + "\t".join(COLUMNS), file=file)
        for answer, rows in measured:
            common = {"pull": answer.pull, "answer": answer.commit, "parent": answer.parent,
                      "base": answer.base, "last": answer.last, "subject": text(answer.subject)}
            for row in rows or [{}]:
                fields = {**common, **row}
                print("\t".join("" if fields.get(column) is None else str(fields[column])
                                for column in COLUMNS), file=file)


def main_branch(clone, name):
    """The commit of the main branch."""
    for candidate in [name] if name else ["refs/remotes/origin/HEAD", "HEAD"]:
        try:
            return program.git(clone, "rev-parse", "--verify", "--quiet",
                               candidate + "^{commit}").decode().strip()
        except subprocess.CalledProcessError:
            continue
    sys.exit("%s: no git repository with a branch '%s'" % (clone, name or "HEAD"))


def positive(word):
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", help=argparse.SUPPRESS)
    parser.add_argument("--program", metavar="P", help="the program to measure; default: the built one")
    parser.add_argument("--repo", required=True, metavar="DIR")
    parser.add_argument("--main", metavar="BRANCH", help="default: that of origin, else HEAD")
    parser.add_argument("--limit", type=positive, default=40, metavar="N", help="reviews; default: 40")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the draw; default: 0")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="reviews at once; default: 1")
    parser.add_argument("--timeout", type=positive, default=program.TIMEOUT_SECONDS, metavar="SECONDS",
                        help="for one review; default: %(default)s")
    parser.add_argument("--output", metavar="FILE", help="writes a line for each finding, tab separated: "
                        + ", ".join(COLUMNS))
    arguments = parser.parse_args()
    # bazel run changes the folder, and names the program that it built as seen from the new one.
    folder = os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd())
    for name in ("program", "repo", "output"):
        if getattr(arguments, name):
            setattr(arguments, name, os.path.join(folder, getattr(arguments, name)))
    arguments.program = arguments.program or os.path.abspath(arguments.allreview or "")
    if not os.access(arguments.program, os.X_OK) or os.path.isdir(arguments.program):
        parser.error("no program: name one with --program" if not arguments.allreview
                     else "'%s' is no program" % arguments.program)
    return arguments


def main():
    arguments = parse_arguments()
    main_commit = main_branch(arguments.repo, arguments.main)
    try:
        drawn, pulls = answers.draw(arguments.repo, main_commit, arguments.limit, arguments.seed)
    except answers.NoPulls as error:
        sys.exit(str(error))
    if not drawn:
        sys.exit("%s: none of %d pull requests with an answer can be reviewed" % (arguments.repo, pulls))
    measured, problems = measure(arguments, drawn)
    print("%d answered reviews drawn of %d pull requests with an answer, seed %d, %d failed\n" % (
        len(drawn), pulls, arguments.seed, len(problems)))
    if arguments.output:
        write_table(arguments.output, measured)
    if measured:
        problems += report(measured)
    for problem in problems:
        print("PROBLEM: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
