"""The golden documents do not contradict each other, git or themselves, and say nothing twice.

One test for each check of gateway/document_check/truth.h, over all goldens; a test that fails lists
every fault. A count that falls is written down in STILL_ALLOWED. The documents of one change and language are checked beside each other.
"""

import os
import re

import documents_test
import harness

CHECKS = ["contradiction", "removed-is-bound", "moved-is-new", "diagram-too-large",
          "diagram-without-change", "diagram-shows-tests", "test-not-found", "repeated-sentence",
          "repeated-fact"]
# What documents still say twice. May only fall.
STILL_ALLOWED = {"repeated-fact": 76, "repeated-sentence": 6}
FAULT = re.compile(r"^.*/golden/(.*) \[([a-z-]+)\]$")


class Truth(harness.Case):
    found = None  # By check; found once for all tests.

    def faults_of_change(self, change):
        """(check, text) of all its goldens."""
        repository = documents_test.Documents.made(self, change, "loom-" + change)
        folder = os.path.join(documents_test.HERE, "golden", change)
        faults = []
        for language in documents_test.LANGUAGES:
            paths = [os.path.join(folder, "%s.%s.md" % (document, language))
                     for document in documents_test.DOCUMENTS]
            paths = [path for path in paths if os.path.exists(path)]
            for path in paths:
                beside = ["--beside=" + other for other in paths if other != path]
                run = self.run_program("check-document", path, "HEAD~1..HEAD", "--no-diagrams",
                                       "--checks=" + ",".join(CHECKS), *beside, cwd=repository)
                self.assertIn(run.code, (0, 1), run.message)
                for line in run.text.splitlines():
                    match = FAULT.match(line)
                    self.assertIsNotNone(match, line)
                    faults.append((match.group(2), match.group(1)))
        return faults

    def check(self, check):
        if Truth.found is None:
            Truth.found = {name: [] for name in CHECKS}
            for change in documents_test.CHANGES:
                for name, text in self.faults_of_change(change):
                    Truth.found[name].append(text)
        faults = Truth.found[check]
        message = "%d faults:\n%s" % (len(faults), "\n".join(faults))
        self.assertEqual(len(faults), STILL_ALLOWED.get(check, 0), message)


def test_of(check):
    return lambda self: self.check(check)


for _check in CHECKS:
    setattr(Truth, "test_" + _check.replace("-", "_"), test_of(_check))


if __name__ == "__main__":
    harness.main()
