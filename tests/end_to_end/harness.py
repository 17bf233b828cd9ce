"""The real program on real git repositories that the test makes.

    class Sources(harness.Case):
        def test_range(self):
            repository = self.sample()
            run = self.review("HEAD~1..HEAD", cwd=repository)
            self.assertEqual(run.code, 0, run.err)

    if __name__ == "__main__":
        harness.main()

Arguments of a test: the program, then paths of its other data. Nothing of the machine's git or
user configuration is seen, and nothing outside of the test's own folder is written.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
DATA = []  # Further arguments of the test.

LIMIT_SECONDS = 60  # Of one process; far more than any needs.

LOSS_BEFORE = """\
import torch.nn.functional as F


def loss(logits, labels):
    return F.cross_entropy(logits, labels)
"""
LOSS_AFTER = """\
import torch.nn.functional as F


def loss(logits, labels):
    scores = F.softmax(logits, dim=-1)
    return F.cross_entropy(scores, labels)
"""
OPTIONS_BEFORE = """\
def merge(extra, into=None):
    return {**(into or {}), **extra}
"""
OPTIONS_AFTER = """\
def merge(extra, into={}):
    into.update(extra)
    return into
"""

# How useful a rule was found to be decides whether it is on: not so here.
POLICY = "rules: {mutable-default: {tier: on}}\n"

FORMATS = ["markdown", "html", "json", "sarif", "rdjson", "gitlab", "github-annotations", "junit",
           "terminal"]

# What the sample change must be blamed for: rule and place.
SAMPLE_FINDINGS = [
    ("softmax-before-cross-entropy", "train/loss.py", 6),
    ("mutable-default", "train/options.py", 1),
]


class Run:
    """What a process returned. `out` and `err` are bytes."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def message(self):
        return self.err.decode("utf-8")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": self.path("home"),
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A Writer",
            "GIT_AUTHOR_EMAIL": "writer@example.com",
            "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
            "GIT_COMMITTER_NAME": "A Writer",
            "GIT_COMMITTER_EMAIL": "writer@example.com",
            "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
        }
        os.mkdir(self.path("home"))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, path, content):
        """Writes a file; `content` is text or bytes."""
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def git(self, repository, *arguments):
        return subprocess.run(
            ["git", "-C", repository, *arguments], env=self.environment, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT_SECONDS).stdout

    def repository(self, name="train-code"):
        repository = self.path(name)
        os.mkdir(repository)
        self.git(repository, "init", "-q", "-b", "main", ".")
        return repository

    def commit(self, repository, message, files):
        """Commits `files`, a path -> content map in which None removes."""
        for path, content in files.items():
            if content is None:
                os.remove(os.path.join(repository, path))
            else:
                self.write(os.path.join(repository, path), content)
        self.git(repository, "add", "-A")
        self.git(repository, "commit", "-q", "--allow-empty", "-m", message)

    def sample(self, extra_before=None, extra_after=None):
        """A repository whose last commit has the SAMPLE_FINDINGS."""
        repository = self.repository()
        self.commit(repository, "Add the loss",
                    {"train/loss.py": LOSS_BEFORE, "train/options.py": OPTIONS_BEFORE,
                     ".allreview.yaml": POLICY, **(extra_before or {})})
        self.commit(repository, "Change the loss\n\nScores are needed later.",
                    {"train/loss.py": LOSS_AFTER, "train/options.py": OPTIONS_AFTER,
                     **(extra_after or {})})
        return repository

    def run_program(self, *arguments, cwd=None, stdin=b"", environment=None):
        return Run(subprocess.run(
            [PROGRAM, *arguments], cwd=cwd or self.folder, input=stdin,
            env={**self.environment, **(environment or {})},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LIMIT_SECONDS))

    def review(self, *arguments, **options):
        return self.run_program("review", *arguments, **options)

    def review_json(self, *arguments, **options):
        run = self.review(*arguments, "--format=json", **options)
        self.assertIn(run.code, (0, 1, 3), run.message)
        return run.json

    def findings(self, review):
        """What was found, whether a finding of the same cause speaks for it or not."""
        return [(f["rule_id"], f["range"]["path"], f["range"]["first_line"])
                for head in review.get("findings", []) for f in [head, *head.get("same_cause", [])]]


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv[1])
    DATA.extend(os.path.abspath(argument) for argument in sys.argv[2:])
    unittest.main(argv=sys.argv[:1])
