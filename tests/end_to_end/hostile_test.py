"""Repositories, patches and names that mean harm: nothing runs, nothing leaks, nothing breaks."""

import json
import os
import re
import resource
import shutil

import harness


class Hostile(harness.Case):
    def trap(self):
        """A program that must not run, and the file that shows that it did."""
        mark = self.path("it-ran")
        trap = self.write(self.path("trap.sh"), "#!/bin/sh\necho x >> '%s'\ncat\n" % mark)
        os.chmod(trap, 0o755)
        return trap, mark

    def test_configuration_of_the_repository_runs_nothing(self):
        trap, mark = self.trap()
        repository = self.sample(
            extra_before={".gitattributes": "*.py diff=evil filter=evil merge=evil\n"})
        with open(os.path.join(repository, ".git", "config"), "a", encoding="utf-8") as config:
            config.write("[core]\n\tfsmonitor = {0}\n\tpager = {0}\n\tsshCommand = {0}\n"
                         "\teditor = {0}\n\thooksPath = hooks\n\taskPass = {0}\n"
                         "[diff]\n\texternal = {0}\n"
                         "[diff \"evil\"]\n\ttextconv = {0}\n\tcommand = {0}\n"
                         "[filter \"evil\"]\n\tclean = {0}\n\tsmudge = {0}\n\tprocess = {0}\n"
                         "[alias]\n\tdiff = !{0}\n\tcat-file = !{0}\n"
                         "[uploadpack]\n\tpackObjectsHook = {0}\n".format(trap))
        for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
            path = self.write(os.path.join(repository, "hooks", hook), self.read(trap))
            os.chmod(path, 0o755)
        self.write(os.path.join(repository, "train", "loss.py"), harness.LOSS_AFTER + "\n\nX = 1\n")
        for arguments in (["HEAD~1..HEAD"], ["HEAD~1...HEAD"], [], ["--staged"], ["HEAD~1"]):
            run = self.review(*arguments, cwd=repository)
            self.assertIn(run.code, (0, 1, 3), run.message)
            self.assertFalse(os.path.exists(mark), arguments)

    def test_changed_code_is_not_executed(self):
        _, mark = self.trap()
        evil = "import os\nos.system('echo x >> \"%s\"')\n" % mark
        repository = self.sample(extra_after={
            "setup.py": evil, "conftest.py": evil, "sitecustomize.py": evil,
            "tests/test_x.py": evil, ".pre-commit-config.yaml": "repos: []\n",
            "pyproject.toml": "[tool.pylint]\ninit-hook = \"%s\"\n" % mark})
        self.assertIn(self.review("HEAD~1..HEAD", cwd=repository).code, (0, 1, 3))
        self.assertFalse(os.path.exists(mark))

    def test_revisions_are_never_options(self):
        repository = self.sample()
        target = self.path("written")
        for revision in ("--output=%s" % target, "-O%s" % target, "--ext-diff"):
            for text in ("%s..HEAD" % revision, "HEAD..%s" % revision, revision):
                # Behind "--" it is a path, and nothing lies there.
                run = self.review("HEAD", "--", text, cwd=repository)
                self.assertEqual(run.code, 2, (text, run.message))
                self.assertFalse(os.path.exists(target))

    def test_links_do_not_leave_the_repository(self):
        secret = self.write(self.path("secret.py"), "PASSWORD = 'tiger-lily'\n")
        repository = self.sample()
        os.symlink(secret, os.path.join(repository, "train", "link.py"))
        os.symlink(self.folder, os.path.join(repository, "up"))
        self.git(repository, "add", "-A")
        for arguments in (["--staged"], ["HEAD"]):
            run = self.review(*arguments, "--format=json", cwd=repository)
            self.assertIn(run.code, (0, 1, 3), run.message)
            self.assertIn("train/link.py", run.text)
            self.assertNotIn(b"tiger-lily", run.out)
        # A file that became a link in the working tree only.
        os.remove(os.path.join(repository, "train", "loss.py"))
        os.symlink(secret, os.path.join(repository, "train", "loss.py"))
        run = self.review("--format=json", cwd=repository)
        self.assertIn(run.code, (0, 1, 3), run.message)
        self.assertNotIn(b"tiger-lily", run.out)

    def test_a_patch_names_files_outside(self):
        secret = self.write(self.path("secret.py"), "PASSWORD = 'tiger-lily'\n")
        repository = self.sample()
        for name in ("../secret.py", secret, ".git/config"):
            patch = ("diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n@@ -1 +1 @@\n"
                     "-PASSWORD = 1\n+PASSWORD = 2\n").format(name)
            run = self.review("-", "--repo", repository, "--format=json", stdin=patch.encode())
            self.assertIn(run.code, (3, 4), (name, run.text))
            self.assertNotIn(b"tiger-lily", run.out + run.err)
            run = self.run_program("diff", "-", stdin=patch.encode())
            self.assertEqual(run.code, 1, name)
            self.assertIn("error UNSAFE_PATH", run.text)

    def test_names_with_control_characters_reach_no_terminal(self):
        names = ["a\033[2Jb.py", "line\nbreak.py", "tab\there.py", "`quote`.py", "pipe|x.py",
                 "--output=x.py", "caf\u00e9.py", "<b>.py"]
        repository = self.sample(extra_after={name: harness.OPTIONS_AFTER for name in names})
        self.write(os.path.join(os.fsencode(repository), b"bad\xff.py").decode("utf-8",
                                                                              "surrogateescape"),
                   harness.OPTIONS_AFTER)
        self.git(repository, "add", "-A")
        self.git(repository, "commit", "-q", "-m", "Add\033[31m names")
        for format_name in ("markdown", "terminal", "github-annotations"):
            run = self.review("HEAD~2..HEAD", "--format", format_name, cwd=repository)
            self.assertIn(run.code, (0, 1, 3), run.message)
            self.assertNotIn(b"\033", run.out, format_name)
        review = self.review_json("HEAD~2..HEAD", cwd=repository)
        self.assertEqual(review["totals"]["files"], len(names) + 3)
        diff = self.git(repository, "diff", "HEAD~2", "HEAD")
        run = self.run_program("diff", "-", stdin=diff)
        self.assertEqual(run.code, 0, run.text)
        self.assertNotIn(b"\033", run.out)

    def test_a_deep_file_is_a_ledger_entry(self):
        deep = "x = " + "(" * 200000 + ")" * 200000 + "\n"
        repository = self.sample(extra_after={"deep.py": deep})
        run = self.review("HEAD~1..HEAD", "--format=json", "--fail-on=none", cwd=repository)
        self.assertIn(run.code, (0, 3), run.message)
        self.assertEqual(len([e for e in run.json["ledger"] if e["path"] == "deep.py"
                              and e["hunk"] == -1]), 1)
        self.assertEqual(self.findings(run.json)[:2], harness.SAMPLE_FINDINGS)

    # Each makes some phase dear: name, and a file of at most two megabytes.
    COSTLY = {
        "bases of a class": lambda: "class A(%s): pass\n" % ",".join(
            "B%d" % i for i in range(100000)),
        "one comparison": lambda: "x = " + " < ".join("a%d" % i for i in range(60000)) + "\n",
        "decorators": lambda: "".join("@d%d\n" % i for i in range(20000)) + "def f(): pass\n",
        "findings": lambda: "".join(
            "def f%d(a, b=[]):\n    return a.item()\n" % i for i in range(30000)),
        "assignments to one name": lambda: "import torch\ndef f(x: torch.Tensor):\n"
                                           + "    x = x + 1\n" * 60000 + "    return x\n",
        "branches": lambda: "def f(x):\n" + "    if x:\n        x = 1\n    else:\n"
                                             "        x = 2\n" * 15000,
        "classes of two bases": lambda: "class A0: pass\nclass B0(A0): pass\n" + "".join(
            "class A%d(A%d, B%d): pass\nclass B%d(A%d): pass\n" % (i, i - 1, i - 1, i, i - 1)
            for i in range(1, 1500)),
        "methods in a circle": lambda: "class A:\n" + "".join(
            "    def f%d(self):\n        self.f%d()\n" % (i, (i + 1) % 20000)
            for i in range(20000)),
        "suppressions": lambda: "".join(
            "x%d = 1  # allreview: ignore[mutable-default] no\n" % i for i in range(30000)),
        "unknown rules": lambda: "".join(
            "x = 1  # allreview: ignore[%s] no\n" % ", ".join("rule-%d" % j for j in range(20))
            for i in range(5000)),
        "syntax errors": lambda: "def ( [ { ' \n" * 60000,
    }

    def test_a_costly_file_ends_within_its_budget(self):
        for name, make in self.COSTLY.items():
            with self.subTest(name):
                shutil.rmtree(self.path("train-code"), ignore_errors=True)
                repository = self.sample(extra_after={"costly.py": make()})
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                run = self.review("HEAD~1..HEAD", "--documents=all", "--format=json",
                                  "--fail-on=none", "--output", self.path("out") + "/",
                                  cwd=repository)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.assertIn(run.code, (0, 3), run.message)
                seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                self.assertLess(seconds, 40, name)  # Twice what an idle machine may take.
                self.assertLess(after.ru_maxrss, 2 << 20, name)  # In KiB.
                review = json.loads(self.read(os.path.join(self.path("out"), "review.json")))
                self.assertLessEqual(set(harness.SAMPLE_FINDINGS), set(self.findings(review)))

    def test_annotations_hold_no_command_of_the_change(self):
        names = ["a\n::add-mask::x.py", "b::set-output name=x::y.py", "c,line=9.py", "d%0A::x.py"]
        code = "def f(x%d=[]):  # ::error::no\n    return x%d\n"
        repository = self.sample(extra_after={name: code % (i, i) for i, name in enumerate(names)})
        self.commit(repository, "::stop-commands::x\n\n::warning::y", {"e.py": code})
        run = self.review("HEAD~2..HEAD", "--format=github-annotations", cwd=repository)
        self.assertIn(run.code, (0, 1, 3), run.message)
        lines = run.text.splitlines()
        self.assertGreater(len(lines), len(names))
        for line in lines:
            command, properties = re.fullmatch(r"::(error|warning|notice) ([^:]*)::.*",
                                               line).groups()
            for entry in properties.split(","):
                self.assertRegex(entry, r"^(file|line|endLine|col|endColumn|title)=", line)

    def test_secrets_reach_no_document(self):
        # Put together here so that no scanner takes this file for a leak.
        token = "hf_" + "wT5nKe9RbXq2VdLy7PgHs3JmZc8AuFi4Ro"
        key_line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
        key = "-----BEGIN PRIVATE" + " KEY-----\n%s\nc2VjcmV0ZW5k\n-----END PRIVATE" % key_line
        old = "ghp_" + "aK9dLq3WmZx7RtYv2HcBn5JpGf8SuEi4ToQ1"
        repository = self.sample(
            extra_before={"train/hub.py": "def login(api, extra=None):\n"
                                          "    return api('%s', extra)\n" % old},
            extra_after={"train/hub.py": "def login(api, extra=[]):  # %s\n"
                                         "    return api('%s', extra)\n" % (token, token),
                         "train/key.py": 'KEY = """%s KEY-----\n"""\n' % key})
        for format_name in harness.FORMATS:
            folder = self.path("out", format_name)
            run = self.review("HEAD~1..HEAD", "--documents=all", "--format", format_name,
                              "--output", folder + "/", cwd=repository)
            self.assertIn(run.code, (0, 1, 3), (format_name, run.message))
            self.assertTrue(os.listdir(folder), format_name)
            for name in os.listdir(folder):
                text = self.read(os.path.join(folder, name)).decode("utf-8")
                for secret in (token, old, key_line, "c2VjcmV0ZW5k"):
                    self.assertFalse(secret[4:] in text, (format_name, name, secret))
        review = self.review_json("HEAD~1..HEAD", cwd=repository)
        rules = [rule for rule, _, _ in self.findings(review)]
        self.assertEqual(rules.count("hard-coded-secret"), 3, rules)
        self.assertIn("hf_****", self.review("HEAD~1..HEAD", "--format=markdown",
                                             cwd=repository).text)

    def test_garbage_for_a_patch(self):
        for garbage in (b"", b"\0" * 1000, os.urandom(0) + b"hello\n", b"@@ -1 +1 @@\n",
                        b"diff --git a/x b/x\n" * 3):
            run = self.review("-", "--format=json", stdin=garbage)
            self.assertIn(run.code, (0, 3, 4), (garbage, run.message))
            self.assertIn(self.run_program("diff", "-", stdin=garbage).code, (0, 1))


if __name__ == "__main__":
    harness.main()
