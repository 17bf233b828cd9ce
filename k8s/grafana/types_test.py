#!/usr/bin/env python3
"""The dashboards are of the types that Grafana's own package declares, options of panels included.

usage: types_test.py FOLDER TSC.js PACKAGE.json      (of @grafana/schema)
"""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER, TSC, PACKAGE = sys.argv[1:4]
NAMES = ["review_trends.json", "operations.json"]
# Types of panels by the kind that a panel names; None: its fields have no configuration of their own.
KINDS = {"stat": ("Stat", False), "bargauge": ("BarGauge", False), "table": ("Table", True),
         "timeseries": ("TimeSeries", True)}

# JSON has words where the package has enumerations, and leaves out what has a default.
HEAD = """\
import type {AnnotationQuery, Dashboard, Panel, RowPanel, VariableModel} from '@grafana/schema';
type Plain<T> = T extends string ? `${T}` : T extends number | boolean | null | undefined ? T
  : T extends Array<infer U> ? Plain<U>[] : T extends object ? {[K in keyof T]?: Plain<T[K]>} : T;
// Members that Grafana's Prometheus reads of an annotation.
type Mark = AnnotationQuery & {titleFormat?: string; target?: {expr: string; interval: string}};
"""


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def imports(kind):
    title, _ = KINDS[kind]
    return (f"import type * as {title} from '@grafana/schema/dist/esm/raw/composable/{kind}/panelcfg/x/"
            f"{title}PanelCfg_types.gen';\n")


def constants(dashboard):
    """(type, value) of each part that is checked."""
    frame = {key: value for key, value in dashboard.items() if key != "panels"}
    frame["annotations"], frame["templating"] = {"list": []}, {"list": []}
    yield "Dashboard", frame
    for variable in dashboard["templating"]["list"]:
        yield "VariableModel", variable
    for mark in dashboard["annotations"]["list"]:
        yield "Mark", mark
    for panel in dashboard["panels"]:
        if panel["type"] == "row":
            yield "RowPanel", panel
            continue
        title, has_fields = KINDS[panel["type"]]
        yield "Panel", panel
        yield f"{title}.Options", panel["options"]
        if has_fields:
            yield f"{title}.FieldConfig", panel["fieldConfig"]["defaults"].get("custom", {})


def source(dashboards):
    text = "".join(imports(kind) for kind in KINDS) + HEAD
    number = 0
    for dashboard in dashboards:
        for kind, value in constants(dashboard):
            number += 1
            text += f"export const v{number}: Plain<{kind}> = {json.dumps(value)};\n"
    return text


class TypesTest(unittest.TestCase):

    def problems(self, dashboards):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.dirname(os.path.abspath(PACKAGE)),
                            os.path.join(folder, "node_modules", "@grafana", "schema"))
            with open(os.path.join(folder, "dashboards.ts"), "w", encoding="utf-8") as file:
                file.write(source(dashboards))
            done = subprocess.run(
                ["node", os.path.abspath(TSC), "--strict", "--noEmit", "--skipLibCheck", "--target",
                 "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--pretty",
                 "false", "dashboards.ts"],
                cwd=folder, stdout=subprocess.PIPE, check=False)
        return re.sub(r"\(\d+,\d+\)", "", done.stdout.decode())

    def test_dashboards_are_of_grafanas_types(self):
        self.assertEqual(self.problems([load(name) for name in NAMES]), "")

    def test_mistakes_are_found(self):
        def panel(dashboard, kind):
            return next(p for p in dashboard["panels"] if p["type"] == kind)
        mistakes = [
            ("a number as text", lambda d: panel(d, "stat")["gridPos"].update(w="4")),
            ("an unknown option", lambda d: panel(d, "stat")["options"].update(orientatoin="auto")),
            ("an unknown word", lambda d: panel(d, "bargauge")["options"].update(displayMode="gauge")),
            ("an unknown field option",
             lambda d: panel(d, "timeseries")["fieldConfig"]["defaults"]["custom"].update(fill=1)),
            ("an unknown word of a field",
             lambda d: panel(d, "timeseries")["fieldConfig"]["defaults"]["custom"].update(
                 drawStyle="dots")),
            ("an unknown type of variable",
             lambda d: d["templating"]["list"][0].update(type="datasuorce")),
            ("an unknown member of a row", lambda d: panel(d, "row").update(colapsed=True)),
            ("an annotation without a query", lambda d: d["annotations"]["list"][0].update(target=3)),
        ]
        wrong = []
        for _, make in mistakes:
            dashboard = copy.deepcopy(load(NAMES[0]))
            make(dashboard)
            wrong.append(dashboard)
        # One run for all: each mistake is one line.
        found = [line for line in self.problems(wrong).splitlines() if line.startswith("dashboards.ts")]
        self.assertEqual(len(found), len(mistakes), "\n".join(found))


if __name__ == "__main__":
    if shutil.which("node") is None:
        print("SKIPPED: node is not installed")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
