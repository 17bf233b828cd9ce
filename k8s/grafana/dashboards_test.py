#!/usr/bin/env python3
"""Dashboards are what their description makes, complete and well formed. Not opened in Grafana.

usage: dashboards_test.py FOLDER OPERATIONS_MD RECORDING_RULES
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

FOLDER, OPERATIONS, RECORDING = sys.argv[1:4]
NAMES = ["review_trends.json", "operations.json"]
VARIABLES = {"$__rate_interval": "5m", "$__interval": "5m", "$__range": "1h"}


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def plain(expression):
    """Without Grafana's variables, as Prometheus reads it."""
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return re.sub(r"\$\w+", ".*", expression)


def expressions():
    for name in NAMES:
        for panel in load(name)["panels"]:
            for target in panel.get("targets", []):
                yield f"{name}: {panel['title']}", target["expr"]
        for mark in load(name)["annotations"]["list"]:
            yield f"{name}: {mark['name']}", mark["target"]["expr"]


class DashboardsTest(unittest.TestCase):

    def test_files_are_what_the_description_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, os.path.join(FOLDER, "dashboards.py"), folder],
                           check=True)
            for name in NAMES:
                with open(os.path.join(folder, name), encoding="utf-8") as made:
                    with open(os.path.join(FOLDER, name), encoding="utf-8") as kept:
                        self.assertEqual(made.read(), kept.read(),
                                         "run: python3 k8s/grafana/dashboards.py k8s/grafana")

    def test_panels_have_ids_of_their_own_and_do_not_overlap(self):
        uids = set()
        for name in NAMES:
            dashboard = load(name)
            uids.add(dashboard["uid"])
            panels = dashboard["panels"]
            self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
            taken = {}
            for panel in panels:
                place = panel["gridPos"]
                self.assertLessEqual(place["x"] + place["w"], 24, panel["title"])
                for x in range(place["x"], place["x"] + place["w"]):
                    for y in range(place["y"], place["y"] + place["h"]):
                        self.assertNotIn((x, y), taken, panel["title"])
                        taken[(x, y)] = panel["title"]
        self.assertEqual(len(uids), len(NAMES))

    def test_panels_say_what_they_show_and_in_which_unit(self):
        for name in NAMES:
            for panel in load(name)["panels"]:
                if panel["type"] == "row":
                    continue
                self.assertRegex(panel["description"], r"^[\"A-Z0-9].*\.$", panel["title"])
                self.assertTrue(panel["fieldConfig"]["defaults"]["unit"], panel["title"])
                self.assertTrue(panel["targets"], panel["title"])
                self.assertEqual(len({target["refId"] for target in panel["targets"]}),
                                 len(panel["targets"]))
                for target in panel["targets"]:
                    self.assertEqual(target["datasource"]["uid"], "${datasource}")

    def test_variables_are_declared_and_used(self):
        for name in NAMES:
            dashboard = load(name)
            declared = {variable["name"] for variable in dashboard["templating"]["list"]}
            used = set(re.findall(r"\$\{?([a-z]\w*)", json.dumps(dashboard["panels"])))
            self.assertEqual(declared, used)

    def test_links_lead_to_pages_and_know_their_label(self):
        count = 0
        for name in NAMES:
            for panel in load(name)["panels"]:
                for link in panel.get("fieldConfig", {}).get("defaults", {}).get("links", []):
                    count += 1
                    label = re.fullmatch(
                        r"\$\{gateway\}/(?:\?\w+=|rules/)\$\{__(?:field\.labels|data\.fields)\.(\w+)\}",
                        link["url"]).group(1)
                    by = f"by ({label})" in panel["targets"][0]["expr"]
                    self.assertTrue(by or f"{label}:" in panel["targets"][0]["expr"], panel["title"])
        self.assertGreaterEqual(count, 4)

    def test_marks_show_when_engine_and_rules_change(self):
        for name in NAMES:
            marks = [mark["name"] for mark in load(name)["annotations"]["list"]]
            self.assertEqual(marks, ["Engine changes", "Rules change"])

    def test_promtool_reads_every_query(self):
        if shutil.which("promtool") is None:
            self.skipTest("promtool is not there; run: apt-get install prometheus")
        rules = [{"record": f"query:{number}", "expr": plain(expression)}
                 for number, (_, expression) in enumerate(expressions())]
        self.assertGreater(len(rules), 70)
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}, file)
            file.flush()
            result = subprocess.run(["promtool", "check", "rules", file.name],
                                    capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_queries_use_only_metrics_that_exist(self):
        with open(OPERATIONS, encoding="utf-8") as file:
            known = set(re.findall(r"^\| `(\w+)` \|", file.read(), re.MULTILINE))
        with open(RECORDING, encoding="utf-8") as file:
            recorded = set(re.findall(r"record: (\S+)", file.read()))
        for where, expression in expressions():
            text = re.sub(r'"[^"]*"', "", expression)
            names = set(re.findall(r"(?:\w+:)?(?:allreview|process)[_:][\w:]*", text))
            self.assertTrue(names or "up" in text or "ALERTS" in text, where)
            for name in names:
                base = re.sub(r"_(bucket|count|sum)$", "", name)
                self.assertTrue({name, base} & (known | recorded) or name.startswith("process_"),
                                f"{where}: {name}")

    def test_provisioning_names_the_prometheus_and_the_folder(self):
        with open(os.path.join(FOLDER, "provisioning/datasource.yaml"), encoding="utf-8") as file:
            self.assertEqual(yaml.safe_load(file)["datasources"][0]["type"], "prometheus")
        with open(os.path.join(FOLDER, "provisioning/dashboards.yaml"), encoding="utf-8") as file:
            provider = yaml.safe_load(file)["providers"][0]
        self.assertEqual(provider["type"], "file")
        self.assertTrue(provider["options"]["path"].startswith("/var/lib/grafana/"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
