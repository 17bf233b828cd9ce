"""Every document of invented changes, through the real program, against golden files.

To accept new texts: bazel run //tests/documents:documents_test -- --update_golden

`repository/` is the repository before each change. A folder of `changes/` holds `message.txt`, the
files as they are after the change in `files/`, and, where there are any, the paths that go in
`removed.txt`. Large data is made here. Goldens lie in `golden/<change>/<document>.<language>.md`;
all documents exist in English, those of CHINESE in Chinese too. Whatever the language, each document
is checked against git and mermaid by `allreview check-document`; whether it is true asks
truth_test.py.
"""

import os
import re
import sys

import harness

HERE = os.path.dirname(os.path.abspath(__file__))
CHANGES = ["bug-fix", "config-flag", "data", "docs-only", "kernel", "move", "new-module",
           "tests-only"]
DOCUMENTS = ["review", "deep-dive", "explanation", "audit"]
CHINESE = ["config-flag", "data"]
LANGUAGES = ["en", "zh"]
VOCABULARY = "data/vocabulary.txt"


def read_tree(folder):
    """Content of all files below a folder, by path."""
    files = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


def vocabulary(first, size):
    return "".join("token%05d\n" % n for n in range(first, first + size))


def without_hash_of_rules(text):
    """A receipt names the rules, and the policy of each, by a hash; a new rule alone changes no document."""
    return re.sub(r"receipt ar1-[0-9a-f]{16} = (.*), rules [0-9a-f]{12}, policy [0-9a-f]{12},",
                  r"receipt ar1-... = \1, rules ..., policy ...,", text)


def first_difference(wanted, found):
    pairs = zip((wanted + "\n<end>").split("\n"), (found + "\n<end>").split("\n"))
    for number, (a, b) in enumerate(pairs, 1):
        if a != b:
            return "line %d\n  golden: %s\n  now:    %s" % (number, a, b)
    return "no line"


class Documents(harness.Case):
    golden = os.path.join(HERE, "golden")
    is_update = False

    def made(self, change, name="loom"):
        """A repository of that name whose last commit is the change."""
        repository = self.repository(name)
        before = read_tree(os.path.join(HERE, "repository"))
        before[VOCABULARY] = vocabulary(0, 1500)
        self.commit(repository, "Everything before", before)
        folder = os.path.join(HERE, "changes", change)
        after = read_tree(os.path.join(folder, "files"))
        removed = os.path.join(folder, "removed.txt")
        if os.path.exists(removed):
            for path in self.read(removed).decode().split():
                after[path] = None
        if change == "data":
            after[VOCABULARY] = vocabulary(700, 3000)
        self.commit(repository, self.read(os.path.join(folder, "message.txt")).decode(), after)
        return repository

    def compare(self, name, text):
        text = without_hash_of_rules(text)
        path = os.path.join(self.golden, name)
        if self.is_update:
            self.write(path, text)
            return
        self.assertTrue(os.path.exists(path), "%s is missing; see --update_golden" % name)
        wanted = self.read(path).decode()
        if wanted != text:
            self.fail("%s: %s" % (name, first_difference(wanted, text)))

    def check(self, change):
        repository = self.made(change)
        for language in LANGUAGES:
            folder = self.path("documents", language)
            run = self.review("--documents=" + ",".join(DOCUMENTS), "--language=" + language,
                              "--format=markdown", "--output=" + folder, "--fail-on=none",
                              "HEAD~1..HEAD", cwd=repository)
            self.assertIn(run.code, (0, 3), run.message)
            for document in DOCUMENTS:
                path = os.path.join(folder, document + ".md")
                with self.subTest(document=document, language=language):
                    checked = self.run_program("check-document", path, "HEAD~1..HEAD",
                                               "--checks=form", cwd=repository)
                    self.assertEqual((checked.code, checked.text), (0, ""), checked.message)
                    if language == "en" or change in CHINESE:
                        self.compare("%s/%s.%s.md" % (change, document, language),
                                     self.read(path).decode())


def test_of(change):
    return lambda self: self.check(change)


for _change in CHANGES:
    setattr(Documents, "test_" + _change.replace("-", "_"), test_of(_change))


if __name__ == "__main__":
    if "--update_golden" in sys.argv:
        sys.argv.remove("--update_golden")
        Documents.is_update = True
        Documents.golden = os.path.join(os.environ["BUILD_WORKSPACE_DIRECTORY"],
                                        "tests/documents/golden")
    harness.main()
