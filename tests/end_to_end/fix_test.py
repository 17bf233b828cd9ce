"""Edits that are offered: as a patch for git, and in the files on disk."""

import os

import harness

BEFORE = """\
def load(path):
    return open(path).read()
"""
AFTER = """\
def load(path):
    try:
        return int(path)
    except ValueError as error:
        raise RuntimeError("no number: {path}") from error


def load_both(a, b):
    try:
        return load(a), load(b)
    except TypeError as error:
        raise RuntimeError("no path: {a} {b}") from error
"""
FIXED = AFTER.replace('"no number', 'f"no number').replace('"no path', 'f"no path')


class Fix(harness.Case):
    def fixable(self):
        """A repository whose working tree has two findings that can be fixed."""
        repository = self.repository()
        self.commit(repository, "Load", {"train/load.py": BEFORE, "train/other.py": BEFORE})
        self.write(os.path.join(repository, "train/load.py"), AFTER)
        return repository

    def fix(self, *arguments, **options):
        return self.run_program("fix", *arguments, **options)

    def text(self, repository):
        return self.read(os.path.join(repository, "train/load.py")).decode()

    def test_fixes_the_files_on_disk(self):
        repository = self.fixable()
        run = self.fix(cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(self.text(repository), FIXED)
        self.assertIn("fixed train/load.py:5 missing-f-prefix ", run.text)
        self.assertIn("2 findings fixed in 1 file\n", run.text)
        run = self.fix(cwd=repository)
        self.assertEqual((run.code, run.text), (0, "nothing to fix\n"), run.message)

    def test_prints_what_it_would_do(self):
        repository = self.fixable()
        run = self.fix("--dry-run", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(self.text(repository), AFTER)
        patch = self.write(self.path("x.patch"), run.out)
        self.git(repository, "apply", patch)
        self.assertEqual(self.text(repository), FIXED)

    def test_fixes_one_finding(self):
        repository = self.fixable()
        review = self.review_json("--rule=missing-f-prefix", cwd=repository)
        chosen = [f for head in review["findings"] for f in [head, *head.get("same_cause", [])]
                  if f["range"]["first_line"] == 12]
        run = self.fix("--finding", chosen[0]["fingerprint"][:10], cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(self.text(repository),
                         AFTER.replace('"no path', 'f"no path'))
        run = self.fix("--finding=0000", cwd=repository)
        self.assertEqual(run.code, 4)
        self.assertEqual(run.message, 'allreview: there is no finding "0000"\n')

    def test_refuses_files_that_are_not_what_was_reviewed(self):
        repository = self.fixable()
        self.commit(repository, "Load anew", {})
        self.write(os.path.join(repository, "train/load.py"), "# New.\n" + AFTER)
        run = self.fix("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 4)
        self.assertEqual(run.message, 'allreview: "train/load.py" on disk is not what was reviewed; '
                                      "nothing was changed\n")
        self.assertEqual(self.text(repository), "# New.\n" + AFTER)

    def test_prints_patches_that_git_applies(self):
        repository = self.fixable()
        self.commit(repository, "Load anew", {})
        self.write(os.path.join(repository, "train/load.py"), "# New.\n" + AFTER)
        run = self.review("HEAD~1..HEAD", "--format=patch", "--fail-on=none", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        patch = self.write(self.path("x.patch"), run.out)
        self.git(repository, "apply", patch)  # Of what git keeps; the file has moved on by a line.
        self.assertEqual(self.text(repository), "# New.\n" + FIXED)
        run = self.run_program("scan", "--format=patch", "--output", self.path("scan.patch"),
                               "--fail-on=none", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn(b"+        raise RuntimeError(f\"no path: {a} {b}\") from error",
                      self.read(self.path("scan.patch")))

    def test_reviews_with_some_rules_and_in_some_files(self):
        repository = self.sample()
        both = self.findings(self.review_json("HEAD~1..HEAD", cwd=repository))
        self.assertEqual(both, harness.SAMPLE_FINDINGS)
        for arguments, wanted in [
                (["--rule=mutable-default"], both[1:]),
                (["--ignore", "mutable-default"], both[:1]),
                (["--rule", "mutable-default", "--ignore", "mutable-default"], []),
                (["--", "train/options.py"], both[1:]),
                (["--", "train"], both),
                (["--", "tests/"], [])]:
            run = self.review("HEAD~1..HEAD", "--format=json", *arguments, cwd=repository)
            self.assertEqual(self.findings(run.json), wanted, arguments)
            if arguments[-1] != "tests/":  # Of a scan they are what it reads.
                run = self.run_program("scan", "--format=json", *arguments, cwd=repository)
                self.assertEqual(self.findings(run.json), wanted, arguments)

    def test_turns_on_a_rule_that_policy_turns_off(self):
        repository = self.sample(
            extra_before={".allreview.yaml": "rules: {disable: [mutable-default]}\n"})
        run = self.review("HEAD~1..HEAD", "--rule=mutable-default", "--format=json",
                          cwd=repository)
        self.assertEqual(self.findings(run.json), harness.SAMPLE_FINDINGS[1:])

    def test_names_the_rule_that_was_meant(self):
        run = self.review("--rule=mutable-defaults", cwd=self.sample())
        self.assertEqual(run.code, 2)
        self.assertEqual(run.message,
                         'allreview: flag "--rule": unknown rule "mutable-defaults"; '
                         'did you mean "mutable-default"?\n')


if __name__ == "__main__":
    harness.main()
