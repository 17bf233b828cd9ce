"""Every format, alone and together, checked by programs that read it.

Data: mermaid_check.sh, sarif_check.sh.
"""

import json
import os
import re
import subprocess
import xml.etree.ElementTree

import harness
from harness import FORMATS, SAMPLE_FINDINGS


class Formats(harness.Case):
    def document(self, format_name, *arguments, **options):
        run = self.review("HEAD~1..HEAD", "--format", format_name, "--fail-on=none", *arguments,
                          **options)
        self.assertEqual(run.code, 0, run.message)
        return run

    def check(self, checker, name, content):
        file = self.write(self.path(name), content)
        process = subprocess.run([checker, file], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=harness.LIMIT_SECONDS)
        self.assertEqual(process.returncode, 0, process.stdout.decode())

    def test_markdown(self):
        run = self.document("markdown", cwd=self.sample())
        headings = re.findall(r"^### (\d\. [^\n\[]*[^\n\[ ])", run.text, re.MULTILINE)
        titles = ["1. PR Summary", "2. Critical Issues", "3. Suggestions", "4. Nitpicks",
                  "5. Questions for Author", "6. GitHub Review Comments"]
        empty = re.search("^Nothing under: (.*)\\.$", run.text, re.MULTILINE)
        numbers = empty.group(1).split(", ") if empty else []
        self.assertEqual(sorted(headings + [titles[int(number) - 1] for number in numbers]), titles)
        for rule, path, line in SAMPLE_FINDINGS:
            self.assertIn(rule, run.text)
            self.assertIn("`%s:%d`" % (path, line), run.text)
        self.check(harness.DATA[0], "review.md", run.out)

    def test_json(self):
        review = self.document("json", cwd=self.sample()).json
        self.assertEqual(self.findings(review), SAMPLE_FINDINGS)
        self.assertEqual(review["conclusion"], "CONCLUSION_BLOCKED")

    def test_sarif(self):
        run = self.document("sarif", cwd=self.sample())
        results = run.json["runs"][0]["results"]
        places = [(r["ruleId"], r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
                   r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in results]
        self.assertEqual(places, SAMPLE_FINDINGS)
        self.check(harness.DATA[1], "review.sarif", run.out)

    def test_rdjson(self):
        diagnostics = self.document("rdjson", cwd=self.sample()).json["diagnostics"]
        places = [(d["code"]["value"], d["location"]["path"],
                   d["location"]["range"]["start"]["line"]) for d in diagnostics]
        self.assertEqual(places, SAMPLE_FINDINGS)

    def test_gitlab(self):
        issues = self.document("gitlab", cwd=self.sample()).json
        places = [(i["check_name"], i["location"]["path"], i["location"]["lines"]["begin"])
                  for i in issues]
        self.assertEqual(places, SAMPLE_FINDINGS)
        self.assertEqual(len({i["fingerprint"] for i in issues}), len(issues))

    def test_github_annotations(self):
        lines = self.document("github-annotations", cwd=self.sample()).text.splitlines()
        self.assertTrue(lines[0].startswith("::error file=train/loss.py,line=6,"), lines)
        self.assertTrue(lines[1].startswith("::warning file=train/options.py,line=1,"), lines)

    def test_junit(self):
        suites = xml.etree.ElementTree.fromstring(self.document("junit", cwd=self.sample()).text)
        failures = [(test.get("name").split(":")[0], test.find("failure").text.split("\n")[0])
                    for test in suites.iter("testcase") if test.find("failure") is not None]
        self.assertEqual(failures, [(rule, "%s:%d" % (path, line))
                                    for rule, path, line in SAMPLE_FINDINGS])
        self.assertEqual((suites.get("failures"), suites.get("errors")), ("2", "0"))

    def test_terminal(self):
        repository = self.sample()
        plain = self.document("terminal", cwd=repository)
        self.assertIn("train/loss.py:6:12", plain.text)
        self.assertIn("^^^^", plain.text)
        self.assertNotIn(b"\033", plain.out)
        coloured = self.document("terminal", "--color=always", cwd=repository)
        self.assertIn(b"\033[", coloured.out)
        self.assertEqual(re.sub(rb"\033\[[0-9;]*m", b"", coloured.out), plain.out)

    def test_markdown_is_the_default_where_nobody_looks(self):
        repository = self.sample()
        run = self.review("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.out, self.document("markdown", cwd=repository).out)

    def test_all_at_once_equal_each_alone(self):
        repository = self.sample()
        arguments = []
        for name in FORMATS:
            arguments += ["--format", name, "--output", self.path("out." + name)]
        run = self.review("HEAD~1..HEAD", "--fail-on=none", *arguments, cwd=repository)
        self.assertEqual((run.code, run.out), (0, b""), run.message)
        self.assertIn("; wrote ", run.message)
        for name in FORMATS:
            self.assertEqual(self.read(self.path("out." + name)),
                             self.document(name, cwd=repository).out, name)

    def test_one_file_and_standard_output(self):
        repository = self.sample()
        run = self.document("json", "--output", self.path("r.json"), "--format=gitlab",
                            cwd=repository)
        self.assertEqual(len(json.loads(run.out)), 2)
        self.assertEqual(len(json.loads(self.read(self.path("r.json")))["findings"]), 2)
        self.assertEqual(run.err, b"")
        run = self.document("json", "--output", "/dev/stdout", cwd=repository)
        self.assertEqual(len(run.json["findings"]), 2)

    def test_a_link_is_written_through(self):
        repository = self.sample()
        self.write(self.path("target.md"), "old")
        os.symlink("target.md", self.path("link.md"))
        self.document("markdown", "--output", self.path("link.md"), cwd=repository)
        self.assertTrue(os.path.islink(self.path("link.md")))
        self.assertIn(b"### 1. PR Summary", self.read(self.path("target.md")))


if __name__ == "__main__":
    harness.main()
