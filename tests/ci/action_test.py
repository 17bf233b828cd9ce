"""action.yml: its steps do on a runner what they say. GitHub itself is not asked."""

import hashlib
import os
import re
import stat
import subprocess
import sys

import yaml

import harness

ZEROS = "0" * 40
FAKE_DOCKER = """\
#!/usr/bin/env bash
# Runs `allreview` in place of the image, in the folder that would be its working folder.
printf '%%s\\n' "$@" > "%(log)s"
while [[ $1 != registry.example/* ]]; do
  [[ $1 == --workdir ]] && cd "$2"
  shift
done
exec "%(program)s" "${@:2}"
"""


def expand(text, values):
    """`${{ name }}` as GitHub replaces it; a name that is not there is empty."""
    return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", lambda m: str(values.get(m.group(1), "")), str(text))


class Action(harness.Case):
    def setUp(self):
        super().setUp()
        with open(harness.DATA[0], encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        for name in ("bin", "runner", "action"):
            os.mkdir(self.path(name))
        os.makedirs(self.path("action/packaging/ci"))
        os.symlink(harness.DATA[1], self.path("action/packaging/ci/action.sh"))
        os.symlink(harness.PROGRAM, self.path("bin/allreview"))

    def executable(self, name, text):
        os.chmod(self.write(self.path("bin", name), text), stat.S_IRWXU)

    def step(self, name):
        return next(step for step in self.action["runs"]["steps"] if step["name"] == name)

    def run_step(self, name, workspace, values):
        """Runs a step as the runner does; returns its Run, and its outputs as a dictionary."""
        step = self.step(name)
        defaults = {f"inputs.{key}": value.get("default", "")
                    for key, value in self.action["inputs"].items()}
        environment = {key: expand(value, {**defaults, **values})
                       for key, value in step.get("env", {}).items()}
        for file in ("output", "summary"):
            self.write(self.path("runner", file), "")
        done = harness.Run(subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
            timeout=harness.LIMIT_SECONDS,
            env={**self.environment, **environment,
                 "PATH": self.path("bin") + ":" + self.environment["PATH"],
                 "GITHUB_ACTION_PATH": self.path("action"), "GITHUB_WORKSPACE": workspace,
                 "GITHUB_EVENT_NAME": "pull_request", "RUNNER_TEMP": self.path("runner"),
                 "GITHUB_OUTPUT": self.path("runner/output"),
                 "GITHUB_STEP_SUMMARY": self.path("runner/summary")}))
        lines = self.read(self.path("runner/output")).decode().splitlines()
        return done, dict(line.split("=", 1) for line in lines)

    def checkout(self, depth=1):
        """The sample as actions/checkout leaves it: one commit; returns it and its ends."""
        origin = self.sample()
        head = self.git(origin, "rev-parse", "HEAD").decode().strip()
        base = self.git(origin, "rev-parse", "HEAD~1").decode().strip()
        workspace = self.path("workspace")
        subprocess.run(["git", "clone", "-q", f"--depth={depth}", "file://" + origin, workspace],
                       env=self.environment, check=True)
        return workspace, base, head

    def pull_request(self, base, head, **inputs):
        return {"github.event.pull_request.base.sha": base,
                "github.event.pull_request.head.sha": head,
                **{"inputs." + key.replace("_", "-"): value for key, value in inputs.items()}}

    def test_reviews_a_pull_request_that_was_checked_out_shallow(self):
        workspace, base, head = self.checkout()
        run, outputs = self.run_step("Review", workspace, self.pull_request(base, head))
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(outputs, {"exit-code": "1", "sarif": "allreview.sarif"})
        sarif = self.read(os.path.join(workspace, "allreview.sarif")).decode()
        for rule, _, _ in harness.SAMPLE_FINDINGS:
            self.assertIn(rule, sarif)
        self.assertIn("::error file=train/loss.py,line=6", run.text)
        self.assertIn("Softmax applied", self.read(self.path("runner/summary")).decode())

    def test_takes_the_gate_and_further_flags(self):
        workspace, base, head = self.checkout()
        _, outputs = self.run_step("Review", workspace, self.pull_request(
            base, head, fail_on="none", sarif="out.sarif",
            arguments="--ignore=mutable-default\n\n--language=en"))
        self.assertEqual(outputs, {"exit-code": "0", "sarif": "out.sarif"})
        self.assertNotIn("mutable-default", self.read(os.path.join(workspace, "out.sarif")).decode())

    def test_reviews_a_push_and_the_first_push_of_a_branch(self):
        workspace, base, head = self.checkout()
        for before in (base, ZEROS):
            # In the sample everything is on main, so a new branch brings nothing.
            _, outputs = self.run_step("Review", workspace, {
                "github.event.before": before, "github.event.after": head,
                "github.event.repository.default_branch": "main"})
            self.assertEqual(outputs["exit-code"], "1" if before == base else "0")

    def test_an_event_without_a_change_needs_a_range(self):
        workspace, _, _ = self.checkout(depth=2)
        run, outputs = self.run_step("Review", workspace, {})
        self.assertEqual((run.code, outputs), (4, {}))
        self.assertIn("::error title=allreview::the event \"pull_request\" has no change", run.message)
        _, outputs = self.run_step("Review", workspace, {"inputs.range": "HEAD~1..HEAD"})
        self.assertEqual(outputs["exit-code"], "1")

    def test_a_wrong_flag_fails_the_step(self):
        workspace, base, head = self.checkout()
        run, outputs = self.run_step("Review", workspace,
                                     self.pull_request(base, head, arguments="--sevrity=P0"))
        self.assertEqual((run.code, outputs), (2, {"exit-code": "2"}))
        self.assertIn("did you mean", run.message)

    def test_what_a_branch_is_called_is_no_command(self):
        workspace, _, _ = self.checkout()
        run, _ = self.run_step("Review", workspace,
                               {"inputs.range": "main..$(touch ${IFS}owned);touch owned"})
        self.assertNotEqual(run.code, 0)
        self.assertNotIn("owned", os.listdir(workspace))
        for step in self.action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))

    def test_runs_an_image_without_network(self):
        workspace, base, head = self.checkout()
        log = self.path("docker.log")
        self.executable("docker", FAKE_DOCKER % {"log": log, "program": harness.PROGRAM})
        _, outputs = self.run_step("Review", workspace, self.pull_request(
            base, head, image="registry.example/allreview:0.1.0"))
        self.assertEqual(outputs["exit-code"], "1")
        arguments = self.read(log).decode().splitlines()
        self.assertEqual(arguments[:4], ["run", "--rm", "--network", "none"])
        self.assertIn(f"{workspace}:{workspace}", arguments)

    def test_installs_a_package_whose_hash_is_right(self):
        package = self.write(self.path("allreview.deb"), "a package")
        log = self.path("apt.log")
        self.executable("apt-get", f'#!/bin/sh\necho "$@" >> {log}\n')
        self.executable("sudo", '#!/bin/sh\nexec "$@"\n')
        right = hashlib.sha256(b"a package").hexdigest()
        for sha256, code in (("", 0), (right, 0), (ZEROS + ZEROS[:24], 4)):
            run, _ = self.run_step("Install", self.folder, {
                "inputs.package": package, "inputs.package-sha256": sha256})
            self.assertEqual(run.code, code, run.text)
        self.assertEqual(self.read(log).decode().count(f"--no-install-recommends {package}"), 2)
        run, _ = self.run_step("Install", self.folder, {"inputs.package": "https://a.example/b.deb"})
        self.assertIn("needs package-sha256", run.message)

    def test_the_gate_is_the_exit_code(self):
        for code, allow, passes in (("0", "false", True), ("1", "true", False),
                                    ("3", "false", False), ("3", "true", True)):
            run, _ = self.run_step("Gate", self.folder, {
                "steps.review.outputs.exit-code": code, "inputs.allow-incomplete": allow})
            self.assertEqual(run.code == 0, passes, (code, allow))

    def test_every_input_is_described_and_used(self):
        text = self.read(harness.DATA[0]).decode()
        for name, given in self.action["inputs"].items():
            self.assertRegex(given["description"], r"^\S.*\.$")
            self.assertIsInstance(given["default"], str, name)
            self.assertIn(f"inputs.{name}", text)
        ids = {step.get("id") for step in self.action["runs"]["steps"]}
        for output in self.action["outputs"].values():
            self.assertIn(re.search(r"steps\.(\w+)\.", output["value"]).group(1), ids)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    harness.main()
