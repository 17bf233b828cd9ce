"""Manifests fit the schemas of Kubernetes, unknown fields included, and kubectl can read them."""

import copy
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

import manifests as m

FOLDER, CHECK, FORMATS, MODELS, MACHINERY = sys.argv[1:6]
OPTIONAL = {"small": ["pod_monitor"], "large": ["pod_monitor", "queue_age"]}


@functools.lru_cache(maxsize=None)
def rendered(overlay):
    return m.render(FOLDER, overlay, OPTIONAL[overlay])


def node_modules(folder):
    """The layout that node looks for; copies, because node follows links before it looks."""
    scope = os.path.join(folder, "@kubernetes-models")
    shutil.copytree(os.path.dirname(MODELS), os.path.join(folder, "kubernetes-models"))
    shutil.copytree(os.path.dirname(MACHINERY), os.path.join(scope, "apimachinery"))
    os.mkdir(os.path.join(scope, "validate"))
    shutil.copy(FORMATS, os.path.join(scope, "validate", "index.mjs"))
    with open(os.path.join(scope, "validate", "package.json"), "w", encoding="utf-8") as file:
        json.dump({"name": "@kubernetes-models/validate", "exports": "./index.mjs"}, file)
    return folder


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.modules = node_modules(os.path.join(cls.folder.name, "node_modules"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def problems(self, documents):
        return subprocess.run(["node", CHECK, self.modules], input=json.dumps(documents).encode(),
                              stdout=subprocess.PIPE, check=True).stdout.decode()

    def test_accept_every_manifest(self):
        for overlay in m.OVERLAYS:
            with self.subTest(overlay):
                self.assertEqual(self.problems(rendered(overlay)), "")

    def test_refuse_broken_ones(self):
        broken = [
            ("wrong type", lambda c, d: d["spec"].update(replicas="two"), "/spec/replicas: type"),
            ("unknown field", lambda c, d: c.update(livenesProbe={"grpc": {"port": 1}}),
             "/spec/template/spec/containers/0/livenesProbe: unknown field"),
            ("unknown field in a probe", lambda c, d: c["livenessProbe"]["grpc"].update(prot=1),
             "livenessProbe/grpc/prot: unknown field"),
            ("missing field", lambda c, d: d["spec"].pop("selector"), "required"),
            ("no quantity", lambda c, d: c["resources"]["limits"].update(memory="2 GB"), "format"),
            ("old kind", lambda c, d: d.update(apiVersion="extensions/v1beta1"), "no such kind"),
        ]
        for name, break_it, message in broken:
            with self.subTest(name):
                document = copy.deepcopy(next(d for d in m.workloads(rendered("large"))
                                              if d["metadata"]["name"] == "diff"))
                break_it(m.main_container(document), document)
                self.assertIn(message, self.problems([document]))


class Kubectl(unittest.TestCase):
    def refusals(self, documents):
        """What kubectl cannot read into the types of the API. `set image` reads every document so,
        before it says of most that they hold no image; `label` does not."""
        builtin = [d for d in documents if d["apiVersion"] != "monitoring.coreos.com/v1"]
        done = subprocess.run(["kubectl", "set", "image", "--local", "-f", "-", "main=image"],
                              input=yaml.safe_dump_all(builtin).encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        return [line for line in done.stderr.decode().splitlines()
                if "unable to decode" in line]

    def test_reads_every_manifest(self):
        for overlay in m.OVERLAYS:
            self.assertEqual(self.refusals(rendered(overlay)), [])

    def test_refuses_a_wrong_type(self):
        documents = copy.deepcopy(rendered("small"))
        m.workloads(documents)[0]["spec"]["replicas"] = "one"
        self.assertIn("spec.replicas of type int32", "\n".join(self.refusals(documents)))


if __name__ == "__main__":
    reason = m.missing_tool() or ("" if shutil.which("node") else "node is not installed")
    if reason:
        print("SKIPPED: " + reason)
        sys.exit(0)
    unittest.main(argv=[os.path.basename(__file__)])
