#!/usr/bin/env python3
"""What the measure of answered reviews counts, on a small repository and an invented program."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.join("tests", "quality")
sys.path.insert(0, FOLDER)
import answers  # noqa: E402

MEASURE = os.path.join(FOLDER, "answered_reviews.py")
LINES = ["line %d" % number for number in range(1, 21)]
PROGRAM = """\
#!%s
import sys, time
base, head = sys.argv[-1].split("..")
%s
print(%r)
"""


def finding(line, rule="some-rule", path="a.py", **fields):
    return dict({"rule_id": rule, "severity": "SEVERITY_P1", "kind": "KIND_DEFECT", "shown": "SHOWN_FULL",
                 "range": {"path": path, "side": "SIDE_RIGHT", "first_line": line,
                           "end_line": line + 1}, "problem": "It\tis wrong"}, **fields)


class Words(unittest.TestCase):
    def test_answers(self):
        for subject in (
                "address comments", "Addressed review comments.", "adress PR feedback", "resolve comments",
                "Apply suggestions from code review", "fix(io): address review", "Fixes per the review",
                "update with PR feedback, ruff format", "MR feedback: import style", "Review",
                "Review suggestions from @someone", "implement suggestion from review", "Final nits (review)",
                "[rl] PR review round 2: names", "Updated based on feedback"):
            self.assertTrue(answers.is_answer(subject), subject)

    def test_no_answers(self):
        for subject in (
                "Fix comments", "nit", "comments", "Add unit tests", "Fix typos in code comments",
                "[do not review] Try it", "Revert \"address review comments\"", "Address greptile comments",
                "Compress with error feedback", "Update on \"address comments\"", "Preview of init",
                "First draft for review", "Address self-review"):
            self.assertFalse(answers.is_answer(subject), subject)

    def test_suggestions_of_bots(self):
        subject = "Apply suggestions from code review"
        self.assertTrue(answers.is_answer(subject, "Ann <ann@example.com>"))
        self.assertFalse(answers.is_answer(subject, "helper[bot] <1@example.com>"))


class Distance(unittest.TestCase):
    def test_of_changes_and_insertions(self):
        answer = answers.Answer(1, "c", "p", "b", "l", "s")
        answer.hunks = {"a.py": [(5, 7), (10, 10)]}
        self.assertEqual([answer.distance("a.py", line) for line in range(3, 13)],
                         [2, 1, 0, 0, 1, 2, 1, 1, 2, 3])
        self.assertIsNone(answer.distance("b.py", 5))


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.repository = os.path.join(self.folder, "repository")
        self.git("init", "--quiet", "--initial-branch=main", self.repository, cwd=self.folder)
        self.commit("Begin", {"README.md": ["A"]})

    def git(self, *words, cwd=None):
        environment = dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
        for role in ("AUTHOR", "COMMITTER"):
            environment.update({"GIT_%s_NAME" % role: "A", "GIT_%s_EMAIL" % role: "a@b"})
        return subprocess.run(["git", *words], cwd=cwd or self.repository, env=environment, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self, subject, files):
        for path, lines in files.items():
            with open(os.path.join(self.repository, path), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def pull(self, number, *commits, start="main"):
        """Commits (subject, files) on a branch of their own; their ids."""
        self.git("checkout", "--quiet", "--detach", start)
        ids = [self.commit(subject, files) for subject, files in commits]
        self.git("update-ref", "refs/pull/%d/head" % number, "HEAD")
        self.git("checkout", "--quiet", "main")
        return ids

    def answered_pull(self, number=7):
        """Line 5 is changed by the answer, line 15 later, line 10 never."""
        answered = LINES[:4] + ["five"] + LINES[5:]
        return self.pull(number, ("Add a", {"a.py": LINES}), ("Address review comments", {"a.py": answered}),
                         ("Go on", {"a.py": answered[:14] + ["fifteen"] + answered[15:]}))

    def measure(self, findings, *options, prelude=""):
        path = os.path.join(self.folder, "program")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PROGRAM % (sys.executable, prelude, json.dumps({"findings": findings})))
        os.chmod(path, 0o755)
        return subprocess.run([sys.executable, MEASURE, "--repo", self.repository, "--program", path,
                               *options], check=False, capture_output=True, text=True)

    def row(self, run, name):
        lines = [line[len(name):].split() for line in run.stdout.splitlines()
                 if line.startswith(name + " ")]
        self.assertEqual(len(lines), 1, run.stdout + run.stderr)
        return [word for word in lines[0] if word != "%"]

    def test_counts_what_is_answered_and_left(self):
        self.answered_pull()
        run = self.measure([finding(5), finding(6), finding(10, "other"), finding(15, "other")])
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(self.row(run, "reviews with answered findings"),
                         ["1", "1", "100", "1", "100", "1", "100"])
        self.assertEqual(self.row(run, "answered findings"), ["4", "1", "25", "2", "50", "2", "50"])
        self.assertEqual(self.row(run, "findings, were they put by chance"),
                         ["4", "0.2", "5", "0.6", "15", "1.0", "25"])
        self.assertEqual(self.row(run, "some-rule"), ["2", "2", "0", "0"])
        self.assertEqual(self.row(run, "other"), ["2", "0", "1", "1"])
        self.assertEqual(self.row(run, "P1"), ["4", "2", "1", "1"])

    def test_hints_stand_apart_and_what_is_not_shown_does_not_count(self):
        self.answered_pull()
        old_side = finding(5)
        old_side["range"]["side"] = "SIDE_LEFT"
        run = self.measure([finding(5, is_hint=True), finding(5, kind="KIND_PRAISE"), old_side,
                            finding(5, shown="SHOWN_WITHHELD"), finding(0)])
        self.assertEqual(run.returncode, 1)
        self.assertEqual(self.row(run, "answered hints")[:3], ["1", "1", "100"])
        self.assertEqual(self.row(run, "answered findings")[:3], ["2", "0", "0"])
        self.assertEqual(self.row(run, "answered both")[:3], ["3", "1", "33"])
        self.assertIn("PROBLEM: fewer than 20 % of the findings are answered", run.stdout)

    def test_places_of_one_cause_count_but_not_all_lines_of_a_function(self):
        self.answered_pull()
        run = self.measure([finding(18, same_cause=[finding(5)]), finding(
            1, range={"path": "a.py", "side": "SIDE_RIGHT", "first_line": 1, "end_line": 4}), finding(
                12, range={"path": "a.py", "side": "SIDE_RIGHT", "first_line": 1, "end_line": 20})])
        self.assertEqual(self.row(run, "answered findings")[:5], ["3", "2", "67", "2", "67"])

    def test_reviews_the_branch_before_the_answer(self):
        first, answer, last = self.answered_pull()
        output = os.path.join(self.folder, "found.tsv")
        check = "assert (base, head) == (%r, %r), sys.argv" % (self.git("rev-parse", "main"), first)
        run = self.measure([finding(6)], "--output", output, prelude=check)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        with open(output, encoding="utf-8") as file:
            head, row = [line.rstrip("\n").lstrip("#").split("\t") for line in file]
        fields = dict(zip(head, row))
        self.assertEqual((fields["pull"], fields["answer"], fields["last"]), ("7", answer, last))
        self.assertEqual((fields["distance"], fields["left"], fields["problem"]), ("1", "True", "It is wrong"))

    def test_draws_each_answer_once(self):
        self.answered_pull(7)
        self.pull(8, ("More", {"b.py": LINES}), start="refs/pull/7/head")  # Stacked on 7.
        self.pull(9, ("Add c", {"c.py": LINES}), ("Address comments", {"README.md": ["B"]}))
        self.pull(10, ("Add d", {"d.py": LINES}))
        self.pull(11, ("Add e", {"e.py": LINES}), ("Review feedback", {"e.py": LINES[1:]}))
        run = self.measure([])
        self.assertIn("2 answered reviews drawn of 3 pull requests with an answer, seed 0, 0 failed", run.stdout)
        drawn = [[answer.pull for answer in answers.draw(self.repository, "main", 1, seed)[0]]
                 for seed in (1, 1, 2, 3, 4, 5, 6)]
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual({pull for pulls in drawn for pull in pulls}, {7, 11})

    def test_passes_over_what_the_clone_lacks(self):
        first = self.answered_pull(7)[0]
        self.pull(11, ("Add e", {"e.py": LINES}), ("Review feedback", {"e.py": LINES[1:]}))
        tree = self.git("rev-parse", first + "^{tree}")
        os.remove(os.path.join(self.repository, ".git", "objects", tree[:2], tree[2:]))
        self.assertEqual([answer.pull for answer in answers.draw(self.repository, "main", 9, 0)[0]], [11])

    def test_follows_a_file_that_was_renamed(self):
        self.answered_pull()
        self.git("checkout", "--quiet", "--detach", "refs/pull/7/head")
        self.git("mv", "a.py", "b.py")
        self.git("commit", "--quiet", "--message", "Rename")
        self.git("update-ref", "refs/pull/7/head", "HEAD")
        self.git("checkout", "--quiet", "main")
        self.assertEqual(self.row(self.measure([finding(10)]), "P1"), ["1", "0", "1", "0"])

    def test_says_what_is_missing(self):
        run = self.measure([])
        self.assertEqual(run.returncode, 1)
        self.assertIn("has no branches of pull requests. Fetch them:", run.stderr)
        self.assertIn("fetch origin '+refs/pull/*/head:refs/pull/*/head'", run.stderr)
        self.assertIn("no git repository with a branch 'gone'", self.measure([], "--main", "gone").stderr)
        self.pull(3, ("Add a", {"a.py": LINES}))
        self.assertIn("none of 0 pull requests with an answer can be reviewed", self.measure([]).stderr)

    def test_a_review_that_fails_or_does_not_end_is_a_problem(self):
        self.answered_pull()
        run = self.measure([], prelude="sys.stderr.write('no such thing'); sys.exit(4)")
        self.assertIn("PROBLEM: #7 before", run.stdout)
        self.assertIn("exit code 4: no such thing", run.stdout)
        run = self.measure([], "--timeout", "1", prelude="time.sleep(60)")
        self.assertIn("no result after 1 seconds", run.stdout)
        self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    unittest.main()
