#!/usr/bin/env python3
"""Every test that docs/security.md names exists and is run. Argument: WORKSPACE."""

import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.realpath(sys.argv[1]))
PAGE = "docs/security.md"
CITATION = re.compile(r"`([\w/.-]+_(?:test\.(?:cc|py)|fuzz\.cc))`(?: `([\w.]+)`)?")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def rows():
    """Lines of the page's tables that speak of a defence and its test."""
    is_table = False
    for line in read(PAGE).splitlines():
        if line.startswith("|") and line.rstrip().endswith("| Test |"):
            is_table = True
        elif not line.startswith("|"):
            is_table = False
        elif is_table and not line.startswith("| ---"):
            yield line


class SecurityPage(unittest.TestCase):
    def test_each_named_test_exists_and_is_run(self):
        citations = CITATION.findall(read(PAGE))
        self.assertGreater(len(citations), 60)
        for path, name in citations:
            self.assertTrue(os.path.exists(os.path.join(ROOT, path)), path)
            text = read(path)
            if name.startswith("test_"):
                wanted = r"def %s\(" % name
            else:
                wanted = r"TEST(_[FP])?\(%s\)" % name.replace(".", r",\s+")
            if name:
                self.assertTrue(re.search(wanted, text), "%s has no %s" % (path, name))
            # In a BUILD file beside it, by its name or that without the ending.
            build = read(os.path.join(os.path.dirname(path), "BUILD.bazel"))
            stem = re.sub(r"(_test)?\.(cc|py)$", "", os.path.basename(path))
            self.assertRegex(build, r'"%s(_test)?(\.cc|\.py)?"' % stem, path)

    def test_each_defence_has_a_test(self):
        without = [row for row in rows() if not CITATION.search(row)]
        # What Debian's package manager does is its own to test.
        self.assertEqual([row.split("|")[1].strip() for row in without],
                         ["libraries from anywhere"])

    def test_archives_are_pinned(self):
        deps = read("bazel/npm_deps.bzl")
        archives = re.findall(r"\bversion = ", deps)
        hashes = re.findall(r'\bsha256 = "[0-9a-f]{64}"', deps)
        self.assertGreater(len(archives), 3)
        self.assertEqual(len(archives), len(hashes))
        self.assertIn("--ignore-scripts", read("bazel/npm.bzl"))
        self.assertIn("sha256", read("bazel/npm.bzl"))

    def test_no_other_way_fetches_anything(self):
        found = subprocess.run(
            ["git", "grep", "-nE", r"\b(http_archive|http_file|git_repository)\(", "--",
             "*.bzl", "WORKSPACE", "*.bazel"], cwd=ROOT, stdout=subprocess.PIPE,
            check=False).stdout.decode()
        self.assertEqual(found, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
