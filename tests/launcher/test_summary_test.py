#!/usr/bin/env python3
"""What tools/test_summary.py counts, on invented event files."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

SUMMARY = os.path.join("tools", "test_summary.py")
PASSING = "<testcase name='a' status='run' classname='S'/>"
FAILING = "<testcase name='b' status='run' classname='S'><failure message='no'/></testcase>"
SKIPPED = "<testcase name='c' status='run' result='skipped' classname='S'/>"


class Summary(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.events = []

    def tearDown(self):
        self.folder.cleanup()

    def add(self, label, status=None, cases=None):
        """Adds a configured test, its result when `status` is given, its report when `cases` is."""
        self.events.append({"id": {"targetConfigured": {"label": label}},
                            "configured": {"targetKind": "cc_test rule"}})
        if status is None:
            return
        outputs = []
        if cases is not None:
            path = os.path.join(self.folder.name, label.replace("/", "_") + ".xml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("<testsuites><testsuite>%s</testsuite></testsuites>" % "".join(cases))
            outputs = [{"name": "test.xml", "uri": "file://" + path}]
        self.events.append({"id": {"testResult": {"label": label}},
                            "testResult": {"status": status, "testActionOutput": outputs}})

    def run_summary(self, *arguments):
        path = os.path.join(self.folder.name, "events")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(event) + "\n" for event in self.events)
        result = subprocess.run([sys.executable, SUMMARY, path, *arguments], check=False,
                                capture_output=True, text=True)
        return result.returncode, result.stdout.splitlines()

    def test_counts_cases_not_targets(self):
        self.add("//a:a_test", "PASSED", [PASSING, PASSING, SKIPPED])
        code, lines = self.run_summary()
        self.assertEqual(lines[-2:], ["1 skipped", "2 passed, 0 failed"])
        self.assertEqual(code, 0)

    def test_names_failures(self):
        self.add("//a:a_test", "FAILED", [PASSING, FAILING])
        code, lines = self.run_summary("--bazel_status=3")
        self.assertEqual(lines, ["FAIL //a:a_test S.b", "1 passed, 1 failed"])
        self.assertEqual(code, 1)

    def test_a_crash_is_a_failure(self):
        self.add("//a:a_test", "FAILED")
        self.assertEqual(self.run_summary()[1][-1], "0 passed, 1 failed")

    def test_a_target_that_did_not_build_is_a_failure(self):
        self.add("//a:a_test", "PASSED", [PASSING])
        self.add("//b:b_test")
        code, lines = self.run_summary("--bazel_status=1")
        self.assertEqual(lines, ["FAIL //b:b_test: did not build", "1 passed, 1 failed"])
        self.assertEqual(code, 1)

    def test_a_fault_before_the_tests_is_a_failure(self):
        code, lines = self.run_summary("--bazel_status=1")
        self.assertEqual(lines[-1], "0 passed, 1 failed")
        self.assertEqual(code, 1)

    def test_no_test_at_all_is_no_success(self):
        self.assertEqual(self.run_summary()[0], 1)


if __name__ == "__main__":
    unittest.main()
