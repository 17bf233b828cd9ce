#!/usr/bin/env python3
"""Proves the layering table: no target depends on a layer that its own layer may not use.

usage: check_layering.py    (from the workspace root; asks `bazel query`)
"""

import re
import subprocess
import sys
import xml.etree.ElementTree

# layer -> layers that it may use, besides itself. A target belongs to the longest prefix.
MAY_USE = {
    "base": [],
    "proto": ["base"],
    "analyzers/diff": ["base"],
    "analyzers/python": ["base"],
    "analyzers/repository": ["base", "analyzers/python"],
    "analyzers/spelling": ["base"],
    "analyzers/house": ["base", "analyzers/repository"],
    "analyzers/prose": ["base"],
    "analyzers/scaling": ["base", "analyzers/python"],
    "analyzers/playbook": ["base", "analyzers/python", "analyzers/repository", "analyzers/house",
                           "analyzers/test_plan"],
    "analyzers/rules": ["base", "analyzers/diff", "analyzers/python", "analyzers/repository",
                        "analyzers/house", "analyzers/spelling", "analyzers/test_plan"],
    # Of rules only the interface of what a rule sees of a change.
    "analyzers/test_plan": ["base", "analyzers/python", "analyzers/repository", "analyzers/rules"],
    "analyzers/policy": ["base", "analyzers/rules"],
    "analyzers/organisation_rules": ["base", "analyzers/python", "analyzers/repository",
                                     "analyzers/rules", "analyzers/policy"],
    "analyzers/numerics": ["base"],
    "analyzers/tensor_expressions": ["base", "analyzers/python", "analyzers/repository",
                                     "analyzers/numerics"],
    "storage": ["base"],
    "host": ["base"],
    "github": ["base", "host"],
    "services/diff": ["base", "analyzers", "proto", "host"],
    "services/pull_request": ["base", "analyzers", "proto", "host", "github"],
    "services/analysis": ["base", "analyzers", "proto", "host"],
    "services/report": ["base", "analyzers", "proto", "host"],
    "services/numerics": ["base", "analyzers", "proto", "host"],
    "gateway": ["base", "proto", "host", "storage", "github"],
}
# The one target that links the services, and what links it to have them in one process.
EMBEDDED = re.compile(r"^//gateway/embedded:embedded$")
# Tests, benchmarks, tools and generated documentation stand above the table.
EXEMPT = ("bazel", "tests", "third_party", "tools", "docs", "k8s")


def layer(label):
    path = label[2:].split(":")[0]
    best = ""
    for name in MAY_USE:
        if (path == name or path.startswith(name + "/")) and len(name) > len(best):
            best = name
    return best


def is_allowed(source, target):
    """Whether a target of layer `source` may name a target of layer `target`."""
    if source == target:
        return True
    return any(target == name or target.startswith(name + "/") for name in MAY_USE[source])


def main():
    kinds = "cc_library|cc_binary|cc_test|proto_library"
    graph = subprocess.run(
        ["bazel", "query", "--noshow_progress", "--output=xml", "--noimplicit_deps",
         "kind('%s', //...)" % kinds],
        check=True, capture_output=True, text=True).stdout
    edges = 0
    bad = []
    for rule in xml.etree.ElementTree.fromstring(graph).iter("rule"):
        source = rule.get("name")
        if not layer(source):
            if not source[2:].startswith(EXEMPT):
                bad.append("%s belongs to no layer; add it to tools/check_layering.py" % source)
            continue
        is_test = rule.get("class").endswith("_test")
        if is_test or rule.find("boolean[@name='testonly'][@value='true']") is not None:
            continue
        for target in (edge.get("name") for edge in rule.iter("rule-input")):
            if target.startswith("//tests"):
                bad.append("%s uses %s: product code does not use tests" % (source, target))
            if not target.startswith("//") or not layer(target):
                continue
            edges += 1
            if not is_allowed(layer(source), layer(target)) and not EMBEDDED.match(source):
                bad.append("%s (%s) may not use %s (%s)"
                           % (source, layer(source), target, layer(target)))
    for line in bad:
        print("layering: " + line)
    print("layering: %d dependencies checked, %d not allowed" % (edges, len(bad)))
    return 1 if bad or not edges else 0


if __name__ == "__main__":
    sys.exit(main())
