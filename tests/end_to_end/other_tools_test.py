"""What other tools found: SARIF logs beside a change, through the real program and a real server.

Data: sarif_check.sh, then the fixtures of //sarif.
"""

import base64
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.request

import harness

SCALE_BEFORE = "#include <cstdint>\nvoid scale(int64_t n) {\n}\n"
SCALE_AFTER = "#include <cstdint>\nvoid scale(int64_t n) {\n  int rows = n;\n}\n"


def result(rule, path, line, message="Something is wrong.", **more):
    return {"ruleId": rule, "message": {"text": message}, "locations": [{"physicalLocation": {
        "artifactLocation": {"uri": path}, "region": {"startLine": line}}}], **more}


def log(tool, *results, **run):
    return json.dumps({"version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": tool, "version": "1.2"}}, "results": list(results), **run}]})


class OtherTools(harness.Case):
    def sarif(self, name, text):
        return "--sarif=" + self.write(self.path(name), text.encode())

    def review_with(self, *arguments, **options):
        return self.review_json("HEAD~1..HEAD", *arguments, **options)

    def test_the_fixtures_follow_the_schema(self):
        process = subprocess.run([harness.DATA[0], *harness.DATA[1:]], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=harness.LIMIT_SECONDS)
        self.assertEqual(process.returncode, 0, process.stdout.decode())

    def test_results_on_changed_lines_become_findings(self):
        self.sample()
        log_text = log("Lint", result("R1", "train/loss.py", 5, level="error"),
                       result("R2", "train/loss.py", 1), result("B006", "train/options.py", 1))
        review = self.review_with(self.sarif("lint.sarif", log_text), cwd=self.path("train-code"))
        found = {finding["rule_id"]: finding for finding in review["findings"]}
        self.assertEqual(found["lint/R1"]["severity"], "SEVERITY_P1")
        self.assertEqual(found["lint/R1"]["problem"], "Something is wrong (Lint 1.2)")
        self.assertNotIn("lint/R2", found)
        self.assertNotIn("lint/B006", found)
        witnesses = [it["message"] for it in found["mutable-default"]["related"]]
        self.assertIn("Lint 1.2 reports it, too, as `B006`", witnesses)
        notes = [it["message"] for it in review["diagnostics"] if it["code"] == "TOOL_RESULTS"]
        self.assertEqual(notes, ["Lint 1.2: 3 results, 2 on changed lines; 1 of them found by "
                                 "others, too"])

    def test_every_format_names_the_tool(self):
        self.sample()
        lint = self.sarif("lint.sarif", log("Lint", result("R1", "train/loss.py", 5,
                                                           level="error")))
        for name in harness.FORMATS:
            run = self.review("HEAD~1..HEAD", lint, "--format", name, "--fail-on=none",
                              cwd=self.path("train-code"))
            self.assertEqual(run.code, 0, run.message)
            self.assertIn("lint/R1", run.text, name)
            self.assertIn("Lint 1.2", run.text, name)

    def test_what_a_tool_read_is_read(self):
        self.sample({"tools/scale.go": SCALE_BEFORE}, {"tools/scale.go": SCALE_AFTER})
        lint = self.sarif("lint.sarif", log(
            "Lint", artifacts=[{"location": {"uri": "tools/scale.go"}}],
            invocations=[{"executionSuccessful": True}]))
        folder = self.path("train-code")
        entry = self.ledger(self.review_with(cwd=folder))["tools/scale.go"]
        self.assertNotIn("is_accepted", entry)
        entry = self.ledger(self.review_with(lint, cwd=folder))["tools/scale.go"]
        self.assertTrue(entry["is_accepted"])
        self.assertEqual(entry["reason"], "no rules for go; read by Lint 1.2")
        policy = "--policy=" + self.write(self.path("p.yaml"),
                                          b"coverage: {accept_external: false}\n")
        entry = self.ledger(self.review_with(lint, policy, cwd=folder))["tools/scale.go"]
        self.assertNotIn("is_accepted", entry)

    def ledger(self, review):
        return {entry["path"]: entry for entry in review["ledger"]}

    def test_policy_and_comments(self):
        self.sample({"csrc/scale.cu": SCALE_BEFORE}, {"csrc/scale.cu": SCALE_AFTER.replace(
            "n;\n", "n;  // allreview: ignore[lint/R1] few rows\n")})
        folder = self.path("train-code")
        lint = self.sarif("lint.sarif", log("Lint", result("R1", "csrc/scale.cu", 3),
                                            result("a.b/R2", "train/loss.py", 5)))
        review = self.review_with(lint, cwd=folder)
        found = {finding["rule_id"]: finding for finding in review["findings"]}
        self.assertEqual(found["lint/R1"]["shown"], "SHOWN_SUPPRESSED")
        self.assertEqual(found["lint/R1"]["suppression"]["reason"], "few rows")
        policy = "--policy=" + self.write(
            self.path("p.yaml"), b"rules: {lint/a.b/R2: {severity: P3}, lint/R1: {tier: off}}\n")
        review = self.review_with(lint, policy, cwd=folder)
        found = {finding["rule_id"]: finding for finding in review["findings"]}
        self.assertNotIn("lint/R1", found)
        self.assertEqual(found["lint/a.b/R2"]["severity"], "SEVERITY_P3")
        self.assertTrue(found["lint/a.b/R2"]["severity_source"].endswith("p.yaml:1"))

    def test_a_broken_log_is_wrong_usage(self):
        self.sample()
        folder = self.path("train-code")
        run = self.review("HEAD~1..HEAD", self.sarif("lint.sarif", '{"version": "1.0"}'),
                          cwd=folder)
        self.assertEqual(run.code, 2)
        self.assertIn('lint.sarif: version: found "1.0", wanted "2.1.0"; have the tool write '
                      "SARIF 2.1.0", run.message)
        run = self.review("HEAD~1..HEAD", "--sarif=" + self.path("none.sarif"), cwd=folder)
        self.assertNotEqual(run.code, 0)
        self.assertIn("none.sarif", run.message)
        deep = '{"version": "2.1.0", "runs": %s%s}' % ("[" * 1000, "]" * 1000)
        run = self.review("HEAD~1..HEAD", self.sarif("deep.sarif", deep), cwd=folder)
        self.assertIn("nested more than 64 deep", run.message)

    def test_the_same_bytes_on_one_thread_and_on_eight(self):
        self.sample()
        logs = [self.sarif("a.sarif", log("A", result("R1", "train/loss.py", 5))),
                self.sarif("b.sarif", log("B", result("R2", "train/loss.py", 5)))]
        folder = self.path("train-code")
        one = self.review("HEAD~1..HEAD", *logs, "--threads=1", "--format=json", cwd=folder)
        eight = self.review("HEAD~1..HEAD", *reversed(logs), "--threads=8", "--format=json",
                            cwd=folder)
        for field in ("findings", "diagnostics", "counts"):
            self.assertEqual(one.json[field], eight.json[field])

    def test_a_server_takes_logs_over_http(self):
        self.sample()
        address = self.serve()
        patch = self.git(self.path("train-code"), "diff", "HEAD~1", "HEAD")
        text = log("Lint", result("R1", "train/loss.py", 5))
        body = {"ref": {"patch": {"name": "p", "text": base64.b64encode(patch).decode()}},
                "tool_logs": [{"name": "lint.sarif",
                               "content": base64.b64encode(text.encode()).decode()}]}
        review_id = self.ask(address, "/api/v1/reviews", body)["review"]["id"]
        for _ in range(100):
            review = self.ask(address, "/api/v1/reviews/" + review_id)
            if review["summary"]["state"] == "REVIEW_STATE_DONE":
                break
            time.sleep(0.2)
        self.assertIn("lint/R1", [f["rule_id"] for f in review["review"]["findings"]])
        body["tool_logs"][0]["content"] = base64.b64encode(b"{}").decode()
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.ask(address, "/api/v1/reviews", body)
        self.assertEqual(refused.exception.code, 400)
        self.assertIn("lint.sarif: version", json.loads(refused.exception.read())["detail"])

    def ask(self, address, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request("http://%s%s" % (address, path), data,
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=harness.LIMIT_SECONDS) as answer:
            return json.loads(answer.read())

    def serve(self):
        reads, writes = os.pipe()
        process = subprocess.Popen(
            [harness.PROGRAM, "serve", "--listen=127.0.0.1:0", "--http-listen=127.0.0.1:0",
             "--store=sqlite:" + self.path("store.db")], cwd=self.folder, stderr=writes,
            stdout=subprocess.DEVNULL, env=self.environment)
        os.close(writes)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        server_log = os.fdopen(reads, "rb")
        self.addCleanup(server_log.close)
        said = []
        while True:
            said.append(server_log.readline().decode())
            self.assertTrue(said[-1], "the server says: " + "".join(said))
            match = re.search(r'msg="serving http" address=(127\.0\.0\.1:\d+)', said[-1])
            if match:
                return match.group(1)


if __name__ == "__main__":
    harness.main()
