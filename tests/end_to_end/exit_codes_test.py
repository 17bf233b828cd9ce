"""What the process returns, gates, policy, suppression, and messages of what cannot be done."""

import os

import harness
from harness import SAMPLE_FINDINGS


class ExitCodes(harness.Case):
    def test_zero_when_clean(self):
        repository = self.sample()
        self.commit(repository, "Mend", {"train/loss.py": harness.LOSS_BEFORE,
                                         "train/options.py": harness.OPTIONS_BEFORE})
        run = self.review("HEAD~1..HEAD", "--fail-on=P3", cwd=repository)
        self.assertEqual((run.code, run.err), (0, b""))

    def test_an_empty_change_is_named_and_may_fail(self):
        repository = self.sample()
        run = self.review("HEAD..HEAD", cwd=repository)
        self.assertEqual((run.code, run.message),
                         (0, "allreview: nothing changed between HEAD and HEAD\n"))
        run = self.review("HEAD...HEAD~1", "--fail-on-empty", "--quiet", cwd=repository)
        self.assertEqual((run.code, run.message),
                         (4, "allreview: nothing changed in HEAD~1 since it left HEAD\n"))
        run = self.review("-", "--fail-on-empty", cwd=repository)
        self.assertEqual((run.code, run.message), (4, "allreview: the patch is empty\n"))
        self.assertEqual(self.review(cwd=repository).message,
                         "allreview: no tracked file differs from HEAD\n")
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on-empty", "--fail-on=none",
                                     cwd=repository).code, 0)

    def test_one_at_or_above_the_gate(self):
        repository = self.sample()
        for gate, code in (("P0", 1), ("P1", 1), ("P2", 1), ("P3", 1), ("none", 0)):
            run = self.review("HEAD~1..HEAD", "--fail-on", gate, cwd=repository)
            self.assertEqual(run.code, code, gate)
        run = self.review("HEAD~1..HEAD", "--fail-on=P0", cwd=repository)
        self.assertIn("1 finding at or above the gate P0", run.message)

    def test_the_gate_is_p1_unless_somebody_sets_it(self):
        repository = self.sample()
        run = self.review("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 1)
        self.assertIn("1 finding at or above the gate P1", run.message)
        self.git(repository, "checkout", "-q", "HEAD~1", "--", "train/loss.py")
        self.git(repository, "commit", "-q", "--amend", "--no-edit")
        self.assertEqual(self.review("HEAD~1..HEAD", cwd=repository).code, 0)

    def test_zero_when_all_findings_are_below_the_gate(self):
        repository = self.sample()
        self.git(repository, "checkout", "-q", "HEAD~1", "--", "train/loss.py")
        self.git(repository, "commit", "-q", "--amend", "--no-edit")
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=P1", cwd=repository).code, 0)
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=P2", cwd=repository).code, 1)

    def test_the_policy_sets_the_gate_and_the_flag_overrules_it(self):
        policy = "review:\n  fail_on: P2\n"
        repository = self.sample(extra_before={".allreview.yaml": policy})
        self.git(repository, "checkout", "-q", "HEAD~1", "--", "train/loss.py")
        self.git(repository, "commit", "-q", "--amend", "--no-edit")
        self.assertEqual(self.review("HEAD~1..HEAD", cwd=repository).code, 1)
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=P1", cwd=repository).code, 0)
        self.assertEqual(
            self.review("HEAD~1..HEAD", "--no-repository-policy", cwd=repository).code, 0)

    def test_the_policy_of_the_head_does_not_count(self):
        repository = self.sample(
            extra_after={".allreview.yaml": "rules:\n  disable: [softmax-before-cross-entropy]\n"})
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=P0", cwd=repository).code, 1)

    def test_an_organisation_policy_is_below_the_repository(self):
        organisation = self.write(self.path("organisation.yaml"), "review:\n  fail_on: P2\n")
        repository = self.sample(extra_before={".allreview.yaml": "review:\n  fail_on: none\n"})
        arguments = ["HEAD~1..HEAD", "--policy", organisation]
        self.assertEqual(self.review(*arguments, cwd=repository).code, 0)
        self.assertEqual(
            self.review(*arguments, "--no-repository-policy", cwd=repository).code, 1)

    def test_a_disabled_rule_is_silent(self):
        repository = self.sample(
            extra_before={".allreview.yaml": "rules:\n  disable: [softmax-before-cross-entropy]\n"})
        review = self.review_json("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(self.findings(review), SAMPLE_FINDINGS[1:])

    def test_a_suppressed_finding_does_not_trip_the_gate(self):
        suppressed = harness.LOSS_AFTER.replace(
            "    return",
            "    # allreview: ignore[softmax-before-cross-entropy] scores are bounded on purpose\n"
            "    return")
        repository = self.sample(extra_after={"train/loss.py": suppressed})
        run = self.review("HEAD~1..HEAD", "--fail-on=P0", "--format=json", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        shown = {f["rule_id"]: f["shown"] for f in run.json["findings"]}
        self.assertEqual(shown["softmax-before-cross-entropy"], "SHOWN_SUPPRESSED")

    def test_severity_only_hides(self):
        repository = self.sample()
        review = self.review_json("HEAD~1..HEAD", "--severity=P1", cwd=repository)
        shown = {f["rule_id"]: f["shown"] for f in review["findings"]}
        self.assertEqual(shown, {"softmax-before-cross-entropy": "SHOWN_FULL",
                                 "mutable-default": "SHOWN_BELOW_SEVERITY"})

    def test_three_when_a_source_file_is_not_reviewed(self):
        repository = self.repository()
        self.commit(repository, "Add a kernel", {"kernel.rs": "fn f() {}\n"})
        self.commit(repository, "Change it", {"kernel.rs": "fn f(n: i32) {}\n"})
        run = self.review("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 3, run.message)
        self.assertIn("allreview: the review is incomplete: ", run.message)
        self.assertIn("kernel.rs", run.text)

    def test_one_wins_over_three(self):
        repository = self.sample(extra_before={"kernel.rs": "fn f() {}\n"},
                                 extra_after={"kernel.rs": "fn f(n: i32) {}\n"})
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=P0", cwd=repository).code, 1)
        self.assertEqual(self.review("HEAD~1..HEAD", "--fail-on=none", cwd=repository).code, 3)

    def test_two_for_wrong_usage(self):
        repository = self.sample()
        for arguments in (["--formt=json"], ["a", "b", "c"], ["--patch=x", "--pr=a/b#1"], [".."],
                          ["--fail-on=high"], ["--format=json", "--format=sarif"],
                          ["--tls-ca=x", "HEAD~1..HEAD"]):
            run = self.review(*arguments, cwd=repository)
            self.assertEqual((run.code, run.out), (2, b""), arguments)
            self.assertTrue(run.message.startswith("allreview: "), run.message)
            self.assertEqual(run.message.count("\n"), 1, run.message)

    def test_four_when_there_is_no_review(self):
        repository = self.sample()
        empty = self.path("empty")
        os.mkdir(empty)
        cases = [
            (["HEAD~1..HEAD"], empty, "is in no git repository"),
            (["--repo", empty, "HEAD~1..HEAD"], None, "empty"),
            (["--repo", self.path("none"), "a..b"], None, "none"),
            (["nonsense..HEAD"], repository, "nonsense"),
            (["--patch=none.diff"], None, "none.diff"),
            (["--dirs", "none", empty], None, "none"),
            (["HEAD~1..HEAD", "--policy=none.yaml"], repository, "none.yaml"),
            (["HEAD~1..HEAD", "--output=none/x.md"], repository, "none/x.md"),
            (["HEAD~1..HEAD", "--gateway=127.0.0.1:1"], repository, "127.0.0.1:1"),
        ]
        for arguments, folder, text in cases:
            run = self.review(*arguments, cwd=folder)
            self.assertEqual((run.code, run.out), (4, b""), (arguments, run.message))
            self.assertTrue(run.message.startswith("allreview: "), run.message)
            self.assertIn(text, run.message)

    def test_a_failed_review_keeps_the_old_document(self):
        repository = self.sample()
        document = self.write(self.path("review.md"), "old")
        run = self.review("nonsense..HEAD", "--output", document, cwd=repository)
        self.assertEqual(run.code, 4)
        self.assertEqual(self.read(document), b"old")
        run = self.review("HEAD~1..HEAD", "--fail-on=none", "--output", document, cwd=repository)
        self.assertEqual((run.code, run.out), (0, b""), run.message)
        self.assertIn(b"### 1. PR Summary", self.read(document))
        self.assertEqual(sorted(os.listdir(self.folder)), ["home", "review.md", "train-code"])


if __name__ == "__main__":
    harness.main()
