"""The conventions of a repository, from the repository itself."""

import harness

PROJECT = """\
[project]
name = "trainkit"
requires-python = ">=3.10"

[tool.black]
line-length = 100

[tool.pytest.ini_options]
testpaths = ["tests"]
"""
README = """\
# Train code

Lines: max line length of 119. Start with `tools/gone.py`.
"""


class Playbook(harness.Case):
    def configured(self):
        repository = self.sample()
        self.commit(repository, "Configure tools", {
            "pyproject.toml": PROJECT,
            "README.md": README,
            "tools/merge.py": harness.OPTIONS_BEFORE,
            "tests/test_merge.py": "def test_merge():\n    assert True\n",
        })
        return repository

    def playbook(self, *arguments, **options):
        return self.run_program("playbook", *arguments, **options)

    def test_derives_statements_with_their_places(self):
        run = self.playbook(cwd=self.configured())
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("## trainkit Playbook", run.text)
        self.assertIn("The package requires `>=3.10`. (`pyproject.toml:3`)", run.text)
        self.assertIn("`pytest tests/test_merge.py::test_merge`", run.text)
        self.assertIn("`100` (`pyproject.toml:6`) versus `119` (`README.md:3`)", run.text)
        self.assertIn("`README.md:3` mentions `tools/gone.py`, which does not exist", run.text)
        self.assertNotIn("mutable-default", run.text)

    def test_speaks_of_the_commit_that_is_named(self):
        run = self.playbook("--commit=HEAD~1", cwd=self.configured())
        self.assertEqual(run.code, 0, run.message)
        self.assertNotIn("pyproject.toml", run.text)

    def test_speaks_chinese(self):
        run = self.playbook("--language=zh", cwd=self.configured())
        self.assertIn("### 1. 环境与工具", run.text)
        self.assertIn("软件包要求 `>=3.10`。", run.text)

    def test_is_a_document_of_a_change_too(self):
        run = self.review("--documents=playbook", "HEAD~1..HEAD", cwd=self.configured())
        self.assertIn("The package requires `>=3.10`. (`pyproject.toml:3`)", run.text)

    def test_says_the_same_twice(self):
        repository = self.configured()
        self.assertEqual(self.playbook(cwd=repository).out, self.playbook(cwd=repository).out)

    def test_finds_no_repository(self):
        run = self.playbook(cwd=self.folder)
        self.assertEqual(run.code, 4)


if __name__ == "__main__":
    harness.main()
