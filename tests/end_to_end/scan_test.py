"""Whole files at one commit, and what is new against a baseline."""

import harness
from harness import SAMPLE_FINDINGS


class Scan(harness.Case):
    def scan(self, *arguments, **options):
        return self.run_program("scan", *arguments, **options)

    def test_finds_what_stands_in_the_files(self):
        repository = self.sample()
        self.commit(repository, "Say more", {"README.md": "More.\n"})
        run = self.scan("--format=json", cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        self.assertEqual(self.findings(run.json), SAMPLE_FINDINGS)
        self.assertEqual(self.findings(self.review_json("HEAD~1..HEAD", cwd=repository)), [])

    def test_reads_a_folder_at_a_commit(self):
        repository = self.sample(extra_after={"tools/merge.py": harness.OPTIONS_AFTER})
        run = self.scan("--format=json", "tools", cwd=repository)
        self.assertEqual(self.findings(run.json), [("mutable-default", "tools/merge.py", 1)])
        run = self.scan("--commit=HEAD~1", "--format=json", cwd=repository)
        self.assertEqual((run.code, self.findings(run.json)), (0, []))

    def test_shows_only_what_is_not_in_the_baseline(self):
        repository = self.sample()
        baseline = self.path("baseline.json")
        run = self.scan("--format=json", "--output", baseline, "--fail-on=none", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        run = self.scan("--baseline", baseline, "--fail-on=P3", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("2 findings in the baseline remain", run.text)

        self.commit(repository, "Add tools", {"tools/merge.py": harness.OPTIONS_AFTER})
        run = self.scan("--baseline", baseline, "--fail-on=P3", "--format=json", cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        shown = {(f["range"]["path"], f["shown"]) for f in run.json["findings"]}
        self.assertEqual(shown, {("tools/merge.py", "SHOWN_FULL"),
                                 ("train/loss.py", "SHOWN_BASELINE"),
                                 ("train/options.py", "SHOWN_BASELINE")})

    def test_says_in_one_item_that_all_other_rules_are_off(self):
        run = self.scan("--rule=mutable-default", "--fail-on=none", cwd=self.sample())
        note = next(line for line in run.text.splitlines() if "differs from the defaults" in line)
        self.assertRegex(note, r"defaults: \d{3} rules off \(the command line:\d+\)")
        self.assertNotIn(".enabled: false", note)

    def test_names_a_path_that_is_not_there(self):
        run = self.scan("trian", cwd=self.sample())
        self.assertEqual(run.code, 4)
        self.assertIn('has no file "trian"', run.message)


if __name__ == "__main__":
    harness.main()
