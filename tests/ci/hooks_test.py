"""The hooks of .pre-commit-hooks.yaml, run by pre-commit at a commit and at a push."""

import os
import re
import shutil
import subprocess
import unittest

import harness

# pre-commit 3.2 renamed the stages; Debian 12 has 3.0.
OLD_STAGES = {"[pre-commit]": "[commit]", "[pre-push]": "[push]"}
CONFIGURATION = """\
default_install_hook_types: [pre-commit, pre-push]
repos:
  - repo: %s
    rev: v1
    hooks:
      - id: allreview
      - id: allreview-push
        args: [--fail-on=P0]
"""


def version_of_pre_commit():
    out = subprocess.run(["pre-commit", "--version"], stdout=subprocess.PIPE, check=True).stdout
    return tuple(int(part) for part in re.findall(rb"\d+", out))


class Hooks(harness.Case):
    def setUp(self):
        super().setUp()
        self.environment["PATH"] = self.program_folder() + ":" + self.environment["PATH"]
        hooks = self.hooks_repository()
        self.remote = self.path("remote.git")
        subprocess.run(["git", "init", "-q", "--bare", self.remote], env=self.environment, check=True)
        self.mine = self.repository()
        self.commit(self.mine, "Add the loss",
                    {"train/loss.py": harness.LOSS_BEFORE,
                     ".pre-commit-config.yaml": CONFIGURATION % hooks})
        self.git(self.mine, "remote", "add", "origin", self.remote)
        self.git(self.mine, "push", "-q", "origin", "main")
        subprocess.run(["pre-commit", "install"], cwd=self.mine, env=self.environment, check=True,
                       stdout=subprocess.PIPE)

    def program_folder(self):
        """A folder with `allreview` as a package installs it."""
        os.mkdir(self.path("bin"))
        os.symlink(harness.PROGRAM, self.path("bin", "allreview"))
        return self.path("bin")

    def hooks_repository(self):
        manifest, *scripts = harness.DATA
        repository = self.repository("hooks")
        text = self.read(manifest).decode()
        if version_of_pre_commit() < (3, 2):
            for new, old in OLD_STAGES.items():
                text = text.replace(new, old)
            text = text.replace("3.2.0", "3.0.0")
        self.commit(repository, "Add hooks", {".pre-commit-hooks.yaml": text})
        for script in scripts:
            target = os.path.join(repository, "packaging", "ci", os.path.basename(script))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(script, target)
        self.commit(repository, "Add scripts", {})
        self.git(repository, "tag", "v1")
        return repository

    def try_git(self, *arguments):
        return harness.Run(subprocess.run(
            ["git", "-C", self.mine, *arguments], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=harness.LIMIT_SECONDS, check=False))

    def stage(self, content):
        self.write(os.path.join(self.mine, "train/loss.py"), content)
        self.git(self.mine, "add", "-A")

    def test_a_commit_with_a_finding_is_blocked(self):
        self.stage(harness.LOSS_AFTER)
        run = self.try_git("commit", "-m", "Change the loss")
        self.assertEqual(run.code, 1, run.text)
        self.assertIn("train/loss.py:6:", run.text)
        self.assertIn("softmax-before-cross-entropy", run.text)

    def test_a_commit_of_all_files_is_blocked(self):
        """Git fills an index of its own for `-a` and for named files, and tells the hook of it."""
        self.write(os.path.join(self.mine, "train/loss.py"), harness.LOSS_AFTER)
        for named in (["-a"], ["train/loss.py"]):
            run = self.try_git("commit", "-m", "Change the loss", *named)
            self.assertEqual(run.code, 1, run.text)
            self.assertIn("softmax-before-cross-entropy", run.text)

    def test_a_hook_of_one_line_blocks_too(self):
        hook = self.write(os.path.join(self.mine, ".git/hooks/pre-commit"),
                          "#!/bin/sh\nexec allreview review --staged\n")
        os.chmod(hook, 0o755)
        self.write(os.path.join(self.mine, "train/loss.py"), harness.LOSS_AFTER)
        run = self.try_git("commit", "-am", "Change the loss")
        self.assertEqual(run.code, 1, run.text)
        self.assertIn("softmax", run.text)

    def test_a_commit_without_one_is_made(self):
        self.stage(harness.LOSS_BEFORE.replace("cross_entropy(logits", "cross_entropy(logits.float()"))
        run = self.try_git("commit", "-m", "Compute the loss in fp32")
        self.assertEqual(run.code, 0, run.text)

    def test_only_what_is_staged_counts(self):
        self.stage(harness.LOSS_BEFORE + "\n\nLIMIT = 3\n")
        self.write(os.path.join(self.mine, "train/loss.py"), harness.LOSS_AFTER)
        run = self.try_git("commit", "-m", "Name the limit")
        self.assertEqual(run.code, 0, run.text)

    def test_a_push_is_reviewed_with_the_arguments_of_the_configuration(self):
        self.stage(harness.LOSS_AFTER + "\n\ndef broken():\n    return undefined_thing\n")
        self.git(self.mine, "commit", "--no-verify", "-m", "Change the loss")
        run = self.try_git("push", "origin", "main")
        self.assertNotEqual(run.code, 0, run.text)
        self.assertIn("undefined-name", run.text)
        self.stage(harness.LOSS_BEFORE)
        self.git(self.mine, "commit", "--no-verify", "-m", "Go back")
        run = self.try_git("push", "origin", "main")
        self.assertEqual(run.code, 0, run.text)

    def test_the_first_push_of_a_repository_is_scanned(self):
        self.stage("def broken():\n    return undefined_thing\n")
        self.git(self.mine, "commit", "--no-verify", "-m", "Break it")
        shutil.rmtree(self.remote)
        subprocess.run(["git", "init", "-q", "--bare", self.remote], env=self.environment, check=True)
        self.git(self.mine, "update-ref", "-d", "refs/remotes/origin/main")
        run = self.try_git("push", "origin", "main")
        self.assertNotEqual(run.code, 0, run.text)
        self.assertIn("undefined-name", run.text)


if __name__ == "__main__":
    if not shutil.which("pre-commit"):
        print("SKIPPED: pre-commit is not installed; run: apt-get install pre-commit")
    else:
        harness.main()
