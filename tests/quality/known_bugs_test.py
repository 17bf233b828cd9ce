#!/usr/bin/env python3
"""What the measure of known bugs counts, on a small repository and an invented program."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.join("tests", "quality")
sys.path.insert(0, FOLDER)
import known_bugs  # noqa: E402

MEASURE = os.path.join(FOLDER, "known_bugs.py")
# Says of each line with "bug" or "shape" that it is one, in a scan; of "late", only in a review.
PROGRAM = """\
#!%s
import json, subprocess, sys
arguments = sys.argv[1:]
clone = arguments[arguments.index("--repo") + 1]
is_scan = arguments[0] == "scan"
commit = arguments[arguments.index("--commit") + 1] if is_scan else arguments[-1].split("..")[1]
text = subprocess.run(["git", "-C", clone, "show", commit + ":a.py"], capture_output=True, text=True).stdout
findings = []
for number, line in enumerate(text.splitlines(), 1):
    for rule in ("bug", "shape") if is_scan else ("late",):
        if rule in line:
            findings.append({"rule_id": rule, "kind": "KIND_DEFECT", "shown": "SHOWN_FULL", "is_hint": rule == "shape",
                "range": {"path": "a.py", "side": "SIDE_RIGHT", "first_line": number, "end_line": number + 1}})
print(json.dumps({"findings": findings}))
"""


class Ranges(unittest.TestCase):
    def test_of_lines(self):
        self.assertEqual(known_bugs.ranges_of("12,40-44"), [(12, 12), (40, 44)])


class KnownBugs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.clone = os.path.join(self.folder, "owner", "name")
        os.makedirs(self.clone)
        self.git("init", "-q")
        self.program = os.path.join(self.folder, "program")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM % sys.executable)
        os.chmod(self.program, 0o755)

    def git(self, *words):
        return subprocess.run(["git", "-C", self.clone, "-c", "user.name=a", "-c", "user.email=a@b", *words],
                              check=True, capture_output=True, text=True).stdout.strip()

    def fix(self, before, after):
        """The commit that makes one text of the other."""
        for text in (before, after):
            with open(os.path.join(self.clone, "a.py"), "w", encoding="utf-8") as file:
                file.write(text)
            self.git("add", "a.py")
            self.git("commit", "-qm", "change")
        return self.git("rev-parse", "HEAD")

    def measure(self, *rows):
        cases = os.path.join(self.folder, "cases.tsv")
        with open(cases, "w", encoding="utf-8") as file:
            file.write("repo\tfix\tpath\tlines\tclass\n")
            file.writelines("\t".join(row) + "\n" for row in rows)
        return subprocess.run(
            [sys.executable, MEASURE, "--program", self.program, "--cases", cases, "--clones",
             os.path.join(self.folder, "{owner}", "{name}")], capture_output=True, text=True)

    def said_of(self, fix, lines):
        result = self.measure(("owner/name", fix, "a.py", lines, "kind"))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.splitlines()[0].split("a.py ")[1]

    def test_names_what_stands_within_one_line(self):
        fix = self.fix("x\nbug\ny\nz\n", "x\nfine\ny\nz\n")
        self.assertEqual(self.said_of(fix, "2"), "bug")
        self.assertEqual(self.said_of(fix, "3-4"), "bug")
        self.assertEqual(self.said_of(fix, "4"), "-")

    def test_tells_hints_and_what_only_a_review_says(self):
        fix = self.fix("shape\nlate\n", "fine\n")
        self.assertEqual(self.said_of(fix, "1"), "late (shape)")

    def test_hears_what_is_said_of_the_fix_as_well(self):
        fix = self.fix("bug\nx\n", "x\nbug\n")
        self.assertEqual(self.said_of(fix, "1"), "bug LOUD:bug")

    def test_leaves_out_what_has_no_clone(self):
        fix = self.fix("bug\n", "fine\n")
        result = self.measure(("owner/name", fix, "a.py", "1", "kind"), ("some/other", fix, "a.py", "1", "kind"))
        self.assertIn("1 bugs of repositories without a clone were left out", result.stdout)
        self.assertIn("all                                          1      1      0      1", result.stdout)

    def test_says_when_there_is_nothing_to_measure(self):
        result = self.measure(("some/other", "c", "a.py", "1", "kind"))
        self.assertIn("none of 1 bugs is of a repository with a clone", result.stderr)
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main()
