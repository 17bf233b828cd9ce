"""The templates for GitLab and Jenkins: their commands, run as those systems run them."""

import os
import re
import subprocess

import yaml

import harness


class Templates(harness.Case):
    def setUp(self):
        super().setUp()
        self.gitlab, self.jenkins = (self.read(path).decode() for path in harness.DATA)
        os.mkdir(self.path("bin"))
        os.symlink(harness.PROGRAM, self.path("bin/allreview"))
        self.environment["PATH"] = self.path("bin") + ":" + self.environment["PATH"]

    def shell(self, script, folder, environment):
        return harness.Run(subprocess.run(
            ["sh", "-ec", script], cwd=folder, env={**self.environment, **environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=harness.LIMIT_SECONDS,
            check=False))

    def run_gitlab(self, repository, head, **variables):
        job = yaml.safe_load(self.gitlab)["allreview"]
        base = self.git(repository, "rev-parse", "main~1").decode().strip()
        return self.shell("\n".join(job["script"]), repository, {
            "ALLREVIEW_FLAGS": job["variables"]["ALLREVIEW_FLAGS"],
            "ALLREVIEW_CACHE_DIR": self.path("cache"),
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, **head, **variables})

    def test_gitlab_gets_a_code_quality_report_and_test_results(self):
        repository = self.sample()
        sha = self.git(repository, "rev-parse", "HEAD").decode().strip()
        run = self.run_gitlab(repository, {"CI_COMMIT_SHA": sha})
        self.assertEqual(run.code, 1, run.message)
        self.assertIn("train/loss.py:6:", run.text)
        reports = yaml.safe_load(self.gitlab)["allreview"]["artifacts"]["reports"]
        quality = self.read(os.path.join(repository, reports["codequality"])).decode()
        for rule, path, _ in harness.SAMPLE_FINDINGS:
            self.assertIn(rule, quality)
            self.assertIn(path, quality)
        self.assertIn(b"<testsuites", self.read(os.path.join(repository, reports["junit"])))

    def test_gitlab_reviews_the_branch_where_results_are_merged(self):
        repository = self.sample()
        sha = self.git(repository, "rev-parse", "HEAD").decode().strip()
        run = self.run_gitlab(repository, {"CI_COMMIT_SHA": "0" * 40,
                                           "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": sha})
        self.assertEqual(run.code, 1, run.message)

    def test_gitlab_takes_flags(self):
        repository = self.sample()
        sha = self.git(repository, "rev-parse", "HEAD").decode().strip()
        run = self.run_gitlab(repository, {"CI_COMMIT_SHA": sha},
                              ALLREVIEW_FLAGS="--fail-on=none --ignore=mutable-default")
        self.assertEqual(run.code, 0, run.message)

    def test_gitlab_runs_it_for_merge_requests_with_all_of_the_history(self):
        job = yaml.safe_load(self.gitlab)["allreview"]
        self.assertEqual(job["rules"], [{"if": '$CI_PIPELINE_SOURCE == "merge_request_event"'}])
        self.assertEqual(job["variables"]["GIT_DEPTH"], "0")
        self.assertEqual(job["artifacts"]["when"], "always")

    def test_jenkins_fetches_the_target_and_writes_what_it_publishes(self):
        origin = self.sample()
        self.git(origin, "checkout", "-q", "-b", "topic")
        self.git(origin, "branch", "-f", "main", "main~1")
        workspace = self.path("workspace")
        subprocess.run(["git", "clone", "-q", "--single-branch", "-b", "topic", origin, workspace],
                       env=self.environment, check=True)
        script = re.search(r"sh '''(.*?)'''", self.jenkins, re.DOTALL).group(1)
        run = self.shell(script.replace("\\\\", "\\"), workspace,
                         {"CHANGE_TARGET": "main", "ALLREVIEW_FLAGS": ""})
        self.assertEqual(run.code, 1, run.message)
        published = re.findall(r"(?:testResults|pattern|artifacts): '([^']+)'", self.jenkins)
        self.assertEqual(sorted(published), ["allreview.md", "allreview.sarif", "allreview.xml"])
        for name in published:
            self.assertTrue(self.read(os.path.join(workspace, name)), name)

    def test_the_jenkinsfile_closes_what_it_opens(self):
        text = re.sub(r"'''.*?'''|//.*", "", self.jenkins, flags=re.DOTALL)
        text = re.sub(r"'[^'\n]*'", "", text)
        depth = 0
        for character in text:
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(character, 0)
            self.assertGreaterEqual(depth, 0)
        self.assertEqual(depth, 0)


if __name__ == "__main__":
    harness.main()
