"""Rules of an organisation: from YAML files to findings, with the real program and a real server."""

import os
import re
import signal
import subprocess

import harness

RULE = """\
rules:
  - id: %(id)s
    title: Call of old_api
    severity: P1
    impact: high
    pillar: correctness
    category: logic
    message: "`{call}` in `{function}` is gone soon"
    consequence: The next release breaks it
    advice: Call new_api
    why: It was replaced.
    query: |
      (call function: (identifier) @name (#eq? @name "%(name)s")) @call
    at: call
    fix: {replace: name, with: new_api}
    tests:
      bad: ["%(name)s(1)"]
      good: ["new_api(1)"]
"""
CODE = "from legacy import new_api, old_api\n\n\ndef step(x):\n    return old_api(x)\n"


def rule(id="old-api", name="old_api"):
    return RULE % {"id": id, "name": name}


class OrganisationRules(harness.Case):
    def setUp(self):
        super().setUp()
        self.rules = self.write(self.path("rules", "old_api.yaml"), rule())

    def changed(self, before=None, after=CODE):
        repository = self.repository()
        self.commit(repository, "Begin", {"a.py": "x = 1\n", **(before or {})})
        self.commit(repository, "Step\n\nBecause.", {"a.py": after})
        return repository

    def ids(self, review):
        return [finding["rule_id"] for finding in review.get("findings", [])]

    def test_the_examples_pass_their_tests(self):
        files = sorted(harness.DATA)
        self.assertGreaterEqual(len(files), 10)
        for file in files:
            run = self.run_program("rules", "test", file)
            self.assertEqual(run.code, 0, run.text + run.message)
        run = self.run_program("rules", "test", *files, "--format=json")
        tests = run.json["tests"]
        self.assertEqual({test["file"] for test in tests}, set(files))
        self.assertTrue(all(test["passed"] for test in tests))

    def test_a_rule_finds_and_mends(self):
        repository = self.changed()
        run = self.review("--rules", self.rules, "HEAD~1..HEAD", "--format=json", cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        [finding] = run.json["findings"]
        self.assertEqual((finding["rule_id"], finding["problem"], finding["range"]["first_line"]),
                         ("old-api", "`old_api(x)` in `step` is gone soon", 5))
        self.assertEqual(finding["after_code"], "return new_api(x)")
        self.assertTrue(finding["edits"][0]["expected_blob_id"])
        for folder in (self.path("rules"), self.path("rules") + "/"):
            again = self.review("--rules", folder, "HEAD~1..HEAD", "--format=json", cwd=repository)
            self.assertEqual(self.ids(again.json), ["old-api"])
            self.assertEqual(again.json["receipt"], run.json["receipt"])
        without = self.review_json("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(self.ids(without), [])
        self.assertNotEqual(without["receipt"]["rules"], run.json["receipt"]["rules"])

    def test_a_comment_suppresses_it(self):
        repository = self.changed(after=CODE.replace(
            "(x)\n", "(x)  # allreview: ignore[old-api] removed with v2\n"))
        review = self.review_json("--rules", self.rules, "HEAD~1..HEAD", cwd=repository)
        [finding] = review["findings"]
        self.assertEqual(finding["shown"], "SHOWN_SUPPRESSED")

    def test_policy_rules_over_it(self):
        repository = self.changed()
        for text, severity in (("{old-api: {severity: P3}}", "SEVERITY_P3"),
                               ("{old-api: {tier: hint}}", "SEVERITY_P2")):
            policy = self.write(self.path("policy.yaml"), "rules: %s\n" % text)
            review = self.review_json("--rules", self.rules, "--policy", policy, "HEAD~1..HEAD",
                                      cwd=repository)
            self.assertEqual([f["severity"] for f in review["findings"]], [severity])
        self.write(policy, "rules: {disable: [old-api]}\n")
        review = self.review_json("--rules", self.rules, "--policy", policy, "HEAD~1..HEAD",
                                  cwd=repository)
        self.assertEqual(self.ids(review), [])
        run = self.run_program("config", "explain", "rules.old-api.severity", "--rules", self.rules)
        self.assertTrue(run.text.startswith("rules.old-api.severity: P1\n"), run.text + run.message)

    def test_policies_name_files(self):
        organisation = self.write(self.path("organisation.yaml"),
                                  "rules:\n  files: [rules/old_api.yaml]\n  old-api: {severity: P2}\n")
        repository = self.changed(before={
            ".allreview.yaml": "rules:\n  files: [ci/step.yaml]\n  step-named: {tier: on}\n",
            "ci/step.yaml": rule("step-named", "step")})
        self.commit(repository, "More\n\nBecause.", {"b.py": "from a import old_api, step\nstep(1)\nold_api(2)\n",
                                                   "ci/step.yaml": "rules: broken\n"})
        review = self.review_json("--policy", organisation, "HEAD~1..HEAD", cwd=repository)
        self.assertEqual(sorted(self.ids(review)), ["old-api", "step-named"], review["diagnostics"]
                         if "diagnostics" in review else "")
        run = self.run_program("config", "explain", "rules.step-named.tier", cwd=repository)
        self.assertEqual(run.code, 2)  # At HEAD the file is broken, so there is no such rule.
        self.assertIn("ci/step.yaml:1:8: error RULE_FILE", run.message)
        run = self.run_program("config", "explain", "rules.step-named.tier", "HEAD~1",
                               cwd=repository)
        self.assertEqual(run.code, 0, run.message)

    def test_a_repository_cannot_name_what_is_not_there(self):
        repository = self.changed(before={".allreview.yaml": "rules: {files: [/etc/passwd]}\n"})
        review = self.review_json("HEAD~1..HEAD", cwd=repository)
        [problem] = review["diagnostics"]
        self.assertEqual((problem["code"], problem["path"], problem["line"]),
                         ("RULE_FILE", ".allreview.yaml", "1"))
        self.assertNotIn("root:", str(review))

    def test_rules_lists_and_explains_them(self):
        run = self.run_program("rules", "--rules", self.rules)
        self.assertEqual(run.code, 0, run.message)
        [line] = [line for line in run.text.splitlines() if line.startswith("old-api ")]
        self.assertIn("[%s]" % self.rules, line)
        run = self.run_program("rules", "old-api", "--rules", self.rules)
        self.assertIn("from " + self.rules, run.text)
        self.assertIn("Fix\n    Call new_api", run.text)

    def test_a_broken_file_says_where_and_what_to_do(self):
        broken = self.write(self.path("broken.yaml"), rule().replace("(call func", "(cal func"))
        run = self.run_program("rules", "test", broken)
        self.assertEqual(run.code, 1)
        self.assertRegex(run.text, re.escape(broken) + ":13:8: error RULE_FILE: the grammar has no "
                         'node "cal"')
        self.assertEqual(self.run_program("rules", "--rules", broken).code, 1)
        repository = self.changed()
        run = self.review("--rules", broken, "HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 3, run.message)
        self.assertIn("the grammar has no node", run.text)

    def test_a_failed_test_says_what_was_found(self):
        failing = self.write(self.path("failing.yaml"), rule().replace('good: ["new', 'good: ["old'))
        run = self.run_program("rules", "test", failing)
        self.assertEqual(run.code, 1)
        self.assertIn("old-api good 1: wanted nothing, found it in line 1", run.text)
        self.assertIn("1 of 2 tests passed", run.text)

    def test_wrong_usage(self):
        self.assertEqual(self.run_program("rules", "test").code, 2)
        self.assertEqual(self.run_program("rules", "test", "/nonexistent.yaml").code, 4)
        self.assertEqual(self.run_program("rules", "--rules", "/nonexistent.yaml").code, 4)
        os.mkdir(self.path("empty"))
        self.assertEqual(self.run_program("rules", "test", self.path("empty")).code, 4)

    def test_a_query_that_multiplies_ends(self):
        hostile = rule().replace('(call function: (identifier) @name (#eq? @name "old_api")) @call',
                                 "(module (_)* (_)* (_)* (_)+ @name (_)* (_)+ @call)")
        file = self.write(self.path("hostile.yaml"), hostile)
        repository = self.changed(after="".join("f(%d)\n" % i for i in range(150)))
        run = self.review("--rules", file, "HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        self.assertIn("a.py` (over budget)", run.message)
        self.assertIn("rule `old-api`: the query has more than", run.text)

    def serve(self, *arguments):
        reads, writes = os.pipe()
        process = subprocess.Popen(
            [harness.PROGRAM, "serve", "--listen=127.0.0.1:0", "--http-listen=none",
             "--store=none", *arguments], cwd=self.folder,
            stderr=writes, stdout=subprocess.DEVNULL, env=self.environment)
        os.close(writes)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.log = os.fdopen(reads, "rb")
        self.addCleanup(self.log.close)
        for line in iter(self.log.readline, b""):
            match = re.search(r"serving\"? address=(127\.0\.0\.1:\d+)", line.decode())
            if match:
                return process, match.group(1)
        self.fail("the server does not serve")

    def test_a_server_reads_changed_files_again(self):
        process, address = self.serve("--rules", self.path("rules"))

        def listed():
            return self.run_program("rules", "--gateway", address)

        self.assertIn("\nold-api ", "\n" + listed().text)
        self.write(self.path("rules", "more.yaml"), rule("more-api", "more_api"))
        self.assertIn("\nmore-api ", listed().text)
        self.write(self.rules, rule("renamed-api") + "# changed\n")
        text = "\n" + listed().text
        self.assertIn("\nrenamed-api ", text)
        self.assertNotIn("\nold-api ", text)
        self.write(self.rules, "rules: [broken\n")
        run = listed()
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("\nrenamed-api ", run.text)
        self.assertIn("(the last valid version of the file applies)", run.message)
        self.assertIn(self.rules, run.message)
        patch = ("diff --git a/n.py b/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/n.py\n"
                 "@@ -0,0 +1 @@\n+old_api = print; old_api(1)\n").encode()
        review = self.review("-", "--gateway", address, "--format=json", stdin=patch)
        self.assertEqual(self.ids(review.json), ["renamed-api"])
        self.assertNotIn("RULE_FILE", [d["code"] for d in review.json["diagnostics"]])
        # Files of the caller travel, and hold beside those of the server.
        local = self.write(self.path("local.yaml"), rule("local-api"))
        review = self.review("-", "--gateway", address, "--rules", local, "--format=json",
                             stdin=patch)
        self.assertEqual(sorted(self.ids(review.json)), ["local-api", "renamed-api"])
        os.remove(self.rules)
        self.assertNotIn("renamed-api", listed().text)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=harness.LIMIT_SECONDS), 0)
        self.assertIn(b"rule file is broken", self.log.read())

    def test_a_server_reads_no_file_that_a_caller_names(self):
        _, address = self.serve()
        policy = self.write(self.path("policy.yaml"), "rules: {files: [rules/old_api.yaml]}\n")
        patch = b"diff --git a/n.py b/n.py\nnew file mode 100644\n--- /dev/null\n+++ b/n.py\n" \
                b"@@ -0,0 +1 @@\n+old_api = print; old_api(1)\n"
        review = self.review("-", "--gateway", address, "--policy", policy, "--format=json",
                             stdin=patch).json
        self.assertEqual(self.ids(review), [])
        self.assertTrue(any("a server does not read files" in diagnostic["message"]
                            for diagnostic in review["diagnostics"]), review["diagnostics"])


if __name__ == "__main__":
    harness.main()
