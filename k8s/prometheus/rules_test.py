#!/usr/bin/env python3
"""Rules are valid, each has a unit test, and each alert says what to do.

usage: rules_test.py FOLDER_OF_RULES OPERATIONS_MD
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

FOLDER, OPERATIONS = sys.argv[1:3]
# Metrics that Prometheus itself and its client libraries define.
FOREIGN = re.compile(r"^(up|process_\w+)$")
SUFFIX = re.compile(r"_(bucket|count|sum)$")


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return yaml.safe_load(file)


def rules(name, kind):
    return [rule for group in read(name)["groups"] for rule in group["rules"] if kind in rule]


def metrics_in(expression):
    """Names of metrics in a PromQL expression, without functions, keywords and labels."""
    text = re.sub(r'"[^"]*"', "", expression)
    text = re.sub(r"\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)", "", text)
    text = re.sub(r"\{[^}]*\}", "", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    names = re.findall(r"[a-zA-Z_][\w:]*(?!\w*\s*\()", text)
    return {name for name in names if "_" in name or ":" in name or name == "up"} - {
        "histogram_quantile", "label_replace"}


class RulesTest(unittest.TestCase):

    def promtool(self, *arguments):
        result = subprocess.run(["promtool", *arguments], cwd=FOLDER, capture_output=True,
                                text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_promtool_accepts_rules_and_configuration(self):
        self.promtool("check", "rules", "recording.rules.yaml", "alerts.rules.yaml")
        # Debian's promtool is built without Kubernetes; the rest of the file is checked.
        with tempfile.TemporaryDirectory() as folder:
            config = read("prometheus.yaml")
            self.assertEqual(config["rule_files"], ["recording.rules.yaml", "alerts.rules.yaml"])
            config["rule_files"] = []
            scrape = config["scrape_configs"][0]
            self.assertEqual(scrape.pop("kubernetes_sd_configs")[0]["role"], "pod")
            scrape["static_configs"] = [{"targets": ["localhost:9090"]}]
            path = os.path.join(folder, "prometheus.yaml")
            with open(path, "w", encoding="utf-8") as file:
                yaml.safe_dump(config, file)
            self.promtool("check", "config", path)
        self.promtool("check", "config", "year.yaml")

    def test_alerts_fire_and_stay_quiet_as_their_tests_say(self):
        self.promtool("test", "rules", "alerts.test.yaml")

    def test_recording_rules_have_the_values_that_their_tests_say(self):
        self.promtool("test", "rules", "recording.test.yaml", "trends.test.yaml")

    def test_every_alert_has_a_test_that_fires_and_one_that_does_not(self):
        fires, quiet = set(), set()
        for case in read("alerts.test.yaml")["tests"]:
            for alert in case["alert_rule_test"]:
                (fires if alert["exp_alerts"] else quiet).add(alert["alertname"])
        alerts = {rule["alert"] for rule in rules("alerts.rules.yaml", "alert")}
        self.assertGreater(len(alerts), 20)
        self.assertEqual(alerts, fires)
        self.assertEqual(alerts, quiet)

    def test_every_recording_rule_has_a_value_in_a_test(self):
        tested = set()
        cases = read("recording.test.yaml")["tests"] + read("trends.test.yaml")["tests"]
        for case in cases:
            tested |= {test["expr"] for test in case["promql_expr_test"] if test["exp_samples"]}
        self.assertEqual({rule["record"] for rule in rules("recording.rules.yaml", "record")},
                         tested)

    def test_the_label_that_runbook_links_begin_with_is_set(self):
        labels = read("prometheus.yaml")["global"]["external_labels"]
        self.assertRegex(labels["runbooks"], r"^https://.*/docs/operations\.md$")

    def test_what_is_kept_for_a_year_is_recorded(self):
        names = [rule["record"] for rule in rules("recording.rules.yaml", "record")]
        job = read("year.yaml")["scrape_configs"][0]
        self.assertEqual(job["metrics_path"], "/federate")
        pattern = re.fullmatch(r'\{__name__=~"(.*)"\}', job["params"]["match[]"][0]).group(1)
        kept = [name for name in names if re.fullmatch(pattern, name)]
        self.assertEqual(kept, [name for name in names if re.search(r"[17]d$", name)])
        self.assertGreater(len(kept), 8)

    def test_every_alert_has_an_entry_in_the_runbook(self):
        with open(OPERATIONS, encoding="utf-8") as file:
            headings = set(re.findall(r"^#### (\w+)$", file.read(), re.MULTILINE))
        for rule in rules("alerts.rules.yaml", "alert"):
            self.assertIn(rule["alert"], headings)
            self.assertEqual(rule["annotations"]["runbook_url"],
                             "{{ $externalLabels.runbooks }}#" + rule["alert"].lower())
            self.assertIn(rule["labels"]["severity"], {"page", "ticket", "info"})

    def test_rules_use_only_metrics_that_exist(self):
        with open(OPERATIONS, encoding="utf-8") as file:
            known = set(re.findall(r"^\| `(\w+)` \|", file.read(), re.MULTILINE))
        known |= {rule["record"] for rule in rules("recording.rules.yaml", "record")}
        used = set()
        for name, kind in [("recording.rules.yaml", "record"), ("alerts.rules.yaml", "alert")]:
            for rule in rules(name, kind):
                used |= metrics_in(rule["expr"])
        self.assertGreater(len(used), 30)
        unknown = {name for name in used if name not in known and SUFFIX.sub("", name) not in known
                   and not FOREIGN.match(name)}
        self.assertEqual(unknown, set())


if __name__ == "__main__":
    if shutil.which("promtool") is None:
        print("SKIPPED: promtool is not there; run: apt-get install prometheus")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
