"""The Helm chart is the overlays: made of them, rendered like them, and with values of one's own still as
our checks want it. helm_template.py renders; Helm itself is not asked."""

import copy
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

import checks_of_pods as pods
import checks_of_scaling as scaling
import checks_of_wiring as wiring
import helm_template
import manifests as m
import network

FOLDER, CHECK, AJV = sys.argv[1:4]
CHART = os.path.join(FOLDER, "helm", "allreview")
HASHED = re.compile(r"^(policy|rules|serve|hub)-[a-z0-9]{10}$")
SECRETS = {"github"} | {"tls-" + name for name in ["gateway", "worker", *network.SPOKES]}

# Values of one's own, and the overlay that says the same.
OWN = {"image": {"repository": "ghcr.io/acme/allreview", "tag": "1.2.3"},
       "github": {"appId": 1234567}, "publicUrl": "https://reviews.acme.example",
       "trustedProxy": "10.244.0.0/16", "small": {"storage": "50Gi", "workers": 3},
       "policy": "review: {fail_on: P0}\n",
       "ingress": {"host": "reviews.acme.example"}}
OWN_OVERLAY = {
    "images": [{"name": "registry.example/allreview", "newName": "ghcr.io/acme/allreview",
                "newTag": "1.2.3"}],
    "configMapGenerator": [
        {"name": "serve", "namespace": "allreview", "behavior": "merge",
         "literals": ["GITHUB_APP_ID=1234567", "PUBLIC_URL=https://reviews.acme.example"]},
        {"name": "policy", "namespace": "allreview", "behavior": "merge",
         "literals": ["policy.yaml=review: {fail_on: P0}\n"]}],
    "patches": [
        {"target": {"kind": "StatefulSet", "name": "allreview"}, "patch": json.dumps([
            {"op": "test", "path": "/spec/template/spec/containers/0/args/8", "value": "--workers=2"},
            {"op": "replace", "path": "/spec/template/spec/containers/0/args/8",
             "value": "--workers=3"},
            {"op": "replace", "path": "/spec/template/spec/containers/0/args/20",
             "value": "--trusted-proxy=10.244.0.0/16"},
            {"op": "replace", "path": "/spec/volumeClaimTemplates/0/spec/resources/requests/storage",
             "value": "50Gi"}])},
        {"target": {"kind": "Ingress"}, "patch": json.dumps([
            {"op": "replace", "path": "/spec/rules/0/host", "value": "reviews.acme.example"},
            {"op": "replace", "path": "/spec/tls/0/hosts/0", "value": "reviews.acme.example"}])}]}


def chart(size, **values):
    return helm_template.render(CHART, {"size": size, **values})


@functools.lru_cache(maxsize=None)
def overlay(size):
    return m.render(FOLDER, size)


def own_overlay():
    """`small` below a kustomization of one's own, as docs/kubernetes.md tells."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER, os.path.join(folder, "k8s"))
        with open(os.path.join(folder, "kustomization.yaml"), "w", encoding="utf-8") as file:
            yaml.safe_dump({"resources": ["k8s/overlays/small"], **OWN_OVERLAY}, file)
        out = subprocess.run(["kubectl", "kustomize", folder], stdout=subprocess.PIPE,
                             check=True).stdout
    return [document for document in yaml.safe_load_all(out) if document]


def plain_names(node):
    """Without the hashes in names of ConfigMaps, which Helm computes otherwise."""
    if isinstance(node, dict):
        return {key: plain_names(value) for key, value in node.items()}
    if isinstance(node, list):
        return [plain_names(value) for value in node]
    return HASHED.sub(r"\1", node) if isinstance(node, str) else node


def by_title(documents):
    return {m.title(document): document for document in map(plain_names, documents)}


class Chart(unittest.TestCase):
    maxDiff = None

    def assert_equal(self, ours, theirs):
        ours, theirs = by_title(ours), by_title(theirs)
        self.assertEqual(sorted(ours), sorted(theirs))
        for title, document in theirs.items():
            self.assertEqual(ours[title], document, title)

    def test_is_what_the_overlays_make(self):
        with tempfile.TemporaryDirectory() as folder:
            copied = os.path.join(folder, "k8s")
            shutil.copytree(FOLDER, copied)
            subprocess.run([sys.executable, os.path.join(copied, "helm", "make_chart.py"), copied,
                            folder], check=True)
            for name in ("templates/small.yaml", "templates/large.yaml", "values.yaml",
                         "values.schema.json"):
                with open(os.path.join(folder, name), encoding="utf-8") as made:
                    with open(os.path.join(CHART, name), encoding="utf-8") as kept:
                        self.assertEqual(kept.read(), made.read(),
                                         name + ": run: python3 k8s/helm/make_chart.py k8s")

    def test_renders_as_the_overlays_do(self):
        for size in m.OVERLAYS:
            self.assert_equal(chart(size, createNamespace=True), overlay(size))

    def test_renders_own_values_as_an_own_overlay_does(self):
        self.assert_equal(chart("small", createNamespace=True, **OWN), own_overlay())

    def test_passes_flags_and_a_secret_of_their_files(self):
        flags = {"login": ["--grants=/etc/allreview/login/grants",
                           "--oidc-issuer=https://sso.acme.example", "--oidc-client-id=allreview",
                           "--oidc-client-secret-file=/etc/allreview/login/oidc.secret"],
                 "workers": ["--outgoing-webhooks=/etc/allreview/workers/webhooks.yaml"]}
        takers = {("small", "login"): "serve", ("large", "login"): "gateway",
                  ("small", "workers"): "serve", ("large", "workers"): "worker"}
        for (size, name), component in takers.items():
            for secret in ("people", ""):
                documents = chart(size, **{name: {"flags": flags[name], "secret": secret}})
                for workload in m.workloads(documents):
                    labels = m.pod_labels(workload)
                    taken = labels["app.kubernetes.io/component"] == component
                    self.check_flags(workload, name, flags[name], secret, taken)

    def check_flags(self, workload, name, flags, secret, is_taken):
        pod = workload["spec"]["template"]["spec"]
        container = pod["containers"][0]
        args = container.get("args", [])
        self.assertEqual(args[-len(flags):] == flags, is_taken, (m.title(workload), args))
        mounts = {mount["name"]: mount for mount in container.get("volumeMounts", [])}
        self.assertEqual(name in mounts, bool(secret) and is_taken)
        if name in mounts:
            self.assertEqual(mounts[name], {"name": name, "mountPath": "/etc/allreview/" + name,
                                            "readOnly": True})
            self.assertIn({"name": name, "secret": {"secretName": secret}}, pod["volumes"])

    def test_leaves_out_what_is_switched_off(self):
        for size in m.OVERLAYS:
            everything = set(by_title(chart(size, createNamespace=True)))
            self.assertEqual(everything - set(by_title(chart(size))), {"Namespace/allreview"})
        less = by_title(chart("large", ingress={"enabled": False}, networkPolicies={"enabled": False},
                              monitoring={"grafanaDashboards": False, "prometheusRules": False},
                              large={"redis": {"enabled": False}}))
        gone = everything - set(less) - {title for title in everything if "NetworkPolicy/" in title}
        self.assertEqual(gone, {"Namespace/allreview", "Ingress/allreview", "StatefulSet/redis",
                                "Service/redis", "ConfigMap/grafana-dashboards",
                                "ConfigMap/prometheus-rules"})
        self.assertFalse([title for title in less if "NetworkPolicy/" in title])

    def test_passes_every_check_with_own_values(self):
        own = copy.deepcopy(OWN)
        own["large"] = {"worker": {"minReplicas": 3, "maxReplicas": 40},
                        "gateway": {"resources": {"limits": {"cpu": "3"}}}}
        for size in m.OVERLAYS:
            documents = chart(size, **own)
            checks = [*pods.ALL, *scaling.ALL, wiring.selectors, wiring.ports, wiring.addresses,
                      wiring.mutual_tls, wiring.config_sizes,
                      lambda d: wiring.references(d, SECRETS), lambda d: wiring.edges(d, size)]
            for check in checks:
                self.assertEqual(check(documents), [], (size, check))

    def test_renames_a_configuration_that_changes(self):
        def names(**values):
            return {m.title(d) for d in m.of_kind(chart("large", **values), "ConfigMap")}
        self.assertEqual(len(names() - names(policy="review: {fail_on: P0}\n")), 1)
        self.assertEqual(len(names() - names(large={"worker": {"minReplicas": 3}})), 0)
        self.assertEqual(len(names() - names(publicUrl="https://other.example")), 1)

    def test_writes_large_numbers_as_they_are(self):
        text = m.of_kind(chart("large", github={"appId": 12345678.0}), "ConfigMap")
        flags = next(d["data"]["hub.flags"] for d in text if "hub.flags" in d["data"])
        self.assertIn("--github_app_id=12345678\n", flags)

    def test_goes_into_the_namespace_of_the_release(self):
        documents = helm_template.render(CHART, {}, namespace="reviews")
        self.assertEqual({d["metadata"].get("namespace") for d in documents}, {"reviews"})

    def test_schema_of_values_accepts_ours_and_refuses_typos(self):
        values = helm_template.read_yaml(CHART, "values.yaml")
        own = helm_template.merged(values, OWN)
        bad = [helm_template.merged(values, change) for change in (
            {"size": "medium"}, {"imgae": {}}, {"small": {"workers": "two"}},
            {"large": {"worker": {"minReplica": 1}}}, {"publicUrl": 3})]
        out = subprocess.run(["node", CHECK, AJV, os.path.join(CHART, "values.schema.json")],
                             input=json.dumps([values, own, *bad]).encode(),
                             stdout=subprocess.PIPE, check=True).stdout.decode()
        problems = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(problems[:2], [[], []])
        self.assertTrue(all(problems[2:]), problems)

    def test_uses_nothing_that_is_not_rendered_here(self):
        root = {"Values": {"a": 1}}
        for text in ("{{ include \"a\" . }}", "{{ range .Values.a }}{{ end }}", "{{ if .Values.a }}",
                     "{{ .Values.a | upper }}"):
            with self.subTest(text), self.assertRaises(ValueError):
                helm_template.Template(CHART, root).text(text)
        with self.assertRaises(KeyError):
            helm_template.Template(CHART, root).text("{{ .Values.b }}")


if __name__ == "__main__":
    reason = m.missing_tool() or ("" if shutil.which("node") else "node is not installed")
    if reason:
        print("SKIPPED: " + reason)
        sys.exit(0)
    unittest.main(argv=[os.path.basename(__file__)])
