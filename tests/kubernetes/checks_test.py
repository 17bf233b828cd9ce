"""Our own checks hold for both overlays, and each refuses a manifest that it should refuse."""

import copy
import functools
import os
import sys
import unittest

import checks_of_pods as pods
import checks_of_scaling as scaling
import checks_of_wiring as wiring
import manifests as m
import network

FOLDER = sys.argv.pop(1)  # k8s/
GUIDE = sys.argv.pop(1)   # docs/kubernetes.md
OPTIONAL = {"small": ["pod_monitor"], "large": ["pod_monitor", "queue_age"]}


@functools.lru_cache(maxsize=None)
def rendered(overlay, with_optional=False):
    return m.render(FOLDER, overlay, OPTIONAL[overlay] if with_optional else ())


def documented_secrets():
    """Those that the guide tells to make, and those of tools/make_certificates.sh."""
    with open(GUIDE, encoding="utf-8") as file:
        words = file.read().split()
    named = {word for before, word in zip(words, words[1:]) if before == "generic"}
    return named | {"tls-" + name for name in ["gateway", "worker", *network.SPOKES]}


def all_checks(overlay):
    result = list(pods.ALL + scaling.ALL)
    result += [wiring.selectors, wiring.ports, wiring.addresses, wiring.mutual_tls,
               wiring.config_sizes, lambda d: wiring.references(d, documented_secrets()),
               lambda d: wiring.edges(d, overlay)]
    return result


class Overlays(unittest.TestCase):
    def test_pass_every_check(self):
        for overlay in m.OVERLAYS:
            for with_optional in (False, True):
                manifests = rendered(overlay, with_optional)
                for check in all_checks(overlay):
                    with self.subTest(overlay=overlay, optional=with_optional, check=check):
                        self.assertEqual(check(manifests), [])

    def test_have_every_workload_of_the_design(self):
        names = [d["metadata"]["name"] for d in m.workloads(rendered("large"))]
        self.assertEqual(sorted(names),
                         sorted(["gateway", "worker", "redis", "numerics-gpu", *network.SPOKES]))
        self.assertEqual([m.title(d) for d in m.workloads(rendered("small"))],
                         ["StatefulSet/allreview"])

    def test_scale_workers_by_the_age_of_the_queue_on_request(self):
        scaler = m.named(rendered("large", True), "HorizontalPodAutoscaler", "worker")
        names = [metric.get("external", {}).get("metric", {}).get("name")
                 for metric in scaler["spec"]["metrics"]]
        self.assertEqual(names, [None, "allreview_queue_oldest_age_seconds"])


def pod(manifests, name):
    return next(d for d in m.workloads(manifests) if d["metadata"]["name"] == name)


def container(manifests, name="diff"):
    return m.main_container(pod(manifests, name))


def policy(manifests, name):
    return m.named(manifests, "NetworkPolicy", name)["spec"]


def spec(manifests, kind, name):
    return m.named(manifests, kind, name)["spec"]


def replace_argument(manifests, name, old, new):
    arguments = container(manifests, name)["args"]
    arguments[:] = [argument.replace(old, new) for argument in arguments]


def edges(manifests):
    return wiring.edges(manifests, "large")


def references(manifests):
    return wiring.references(manifests, documented_secrets())


def hub(manifests):
    return next(d for d in m.of_kind(manifests, "ConfigMap")
                if d["metadata"]["name"].startswith("hub"))["data"]


# (what is broken, the check, how the large overlay is broken, what the check must say)
BROKEN = [
    ("no limit of memory", pods.resources,
     lambda d: container(d)["resources"]["limits"].pop("memory"), "no limits of memory"),
    ("no liveness probe", pods.probes,
     lambda d: container(d).pop("livenessProbe"), "no livenessProbe"),
    ("probe by TCP", pods.probes,
     lambda d: container(d).update(livenessProbe={"tcpSocket": {"port": 8081}}), "not ask by gRPC"),
    ("liveness that depends on others", pods.probes,
     lambda d: container(d)["livenessProbe"]["grpc"].update(service="readiness"), "liveness for"),
    ("root", pods.security,
     lambda d: m.pod_spec(pod(d, "diff"))["securityContext"].update(runAsUser=0), "runAsUser is 0"),
    ("no seccomp", pods.security,
     lambda d: m.pod_spec(pod(d, "diff"))["securityContext"].pop("seccompProfile"), "seccompProfile"),
    ("writable root", pods.security,
     lambda d: container(d)["securityContext"].update(readOnlyRootFilesystem=False),
     "readOnlyRootFilesystem is False"),
    ("a capability", pods.security,
     lambda d: container(d)["securityContext"].pop("capabilities"), "capabilities is None"),
    ("a token", pods.security,
     lambda d: m.pod_spec(pod(d, "diff")).pop("automountServiceAccountToken"), "mounts a token"),
    ("the node's network", pods.security,
     lambda d: m.pod_spec(pod(d, "diff")).update(hostNetwork=True), "hostNetwork"),
    ("tmp on disk", pods.temporary_folder,
     lambda d: m.pod_spec(pod(d, "diff"))["volumes"][0].update(emptyDir={"sizeLimit": "1Gi"}),
     "not in memory"),
    ("tmp without bound", pods.temporary_folder,
     lambda d: m.pod_spec(pod(d, "diff"))["volumes"][0].update(emptyDir={"medium": "Memory"}),
     "no sizeLimit"),
    ("latest image", pods.images,
     lambda d: container(d).update(image="registry.example/allreview:latest"), "has no version"),
    ("image without tag", pods.images,
     lambda d: container(d).update(image="localhost:5000/allreview"), "has no version"),
    ("all pods on one node", pods.spread,
     lambda d: m.pod_spec(pod(d, "diff")).pop("topologySpreadConstraints"), "wanted nodes and zones"),
    ("selector of another", wiring.selectors,
     lambda d: pod(d, "diff")["spec"]["selector"]["matchLabels"].update(
         {"app.kubernetes.io/component": "report"}), "selector misses pods of Deployment/diff"),
    ("selector of all", wiring.selectors,
     lambda d: pod(d, "diff")["spec"]["selector"]["matchLabels"].clear(), "selector takes pods of"),
    ("Service of nobody", wiring.selectors,
     lambda d: spec(d, "Service", "diff")["selector"].update(x="y"), "Service/diff: selects no pod"),
    ("unknown port of a Service", wiring.selectors,
     lambda d: spec(d, "Service", "diff")["ports"][0].update(targetPort="https"), "no port https"),
    ("policy of nobody", wiring.selectors,
     lambda d: policy(d, "allow-github")["podSelector"]["matchLabels"].update(x="y"),
     "NetworkPolicy/allow-github: selects no pod"),
    ("missing ConfigMap", references,
     lambda d: d.remove(next(c for c in m.of_kind(d, "ConfigMap")
                             if c["metadata"]["name"].startswith("hub"))), "no ConfigMap hub"),
    ("unknown Secret", references,
     lambda d: m.pod_spec(pod(d, "diff"))["volumes"][-1]["secret"].update(secretName="other"),
     "Secret other is not documented"),
    ("mount of nothing", references,
     lambda d: container(d)["volumeMounts"].append({"name": "x", "mountPath": "/x"}),
     "mounts x, which is no volume"),
    ("flag and port differ", wiring.ports,
     lambda d: replace_argument(d, "diff", "50052", "50099"), "listens on"),
    ("probe of another port", wiring.ports,
     lambda d: container(d)["livenessProbe"]["grpc"].update(port=50052), "probes ask"),
    ("scraping another port", wiring.ports,
     lambda d: pod(d, "diff")["spec"]["template"]["metadata"]["annotations"].update(
         {"prometheus.io/port": "9091"}), "another port"),
    ("address of nobody", wiring.addresses,
     lambda d: hub(d).update({"hub.flags": hub(d)["hub.flags"].replace("diff:50052", "dif:50052")}),
     "leads to no Service"),
    ("address with a wrong port", wiring.addresses,
     lambda d: hub(d).update({"hub.flags": hub(d)["hub.flags"].replace("redis:6379", "redis:1")}),
     "leads to no Service"),
    ("no client-side balancing", wiring.addresses,
     lambda d: spec(d, "Service", "diff").pop("clusterIP"), "is not headless"),
    ("plain text server", wiring.mutual_tls,
     lambda d: replace_argument(d, "diff", "--tls_ca", "--drain_seconds"), "without mutual TLS"),
    ("nameless caller", wiring.mutual_tls,
     lambda d: replace_argument(d, "worker", "--service_tls_key", "--drain_seconds"),
     "without a certificate"),
    ("huge ConfigMap", wiring.config_sizes,
     lambda d: hub(d).update(more="x" * (1 << 20)), "the API server takes"),
    ("nothing denied", edges,
     lambda d: d.remove(m.named(d, "NetworkPolicy", "default-deny")),
     "allowed and not designed: stranger -> newcomer:80"),
    ("everybody may call", edges,
     lambda d: (policy(d, "allow-hub-to-services").update(podSelector={}),
                policy(d, "allow-hub-into-redis")["ingress"][0].pop("from")),
     "allowed and not designed: diff -> redis:6379"),
    ("the cloud's metadata", edges,
     lambda d: policy(d, "allow-github")["egress"][0]["to"][0]["ipBlock"].pop("except"),
     "allowed and not designed: gateway -> metadata:443"),
    ("a forgotten edge", edges,
     lambda d: policy(d, "allow-hub-to-services")["egress"].pop(), "designed and denied: gateway ->"),
    ("anybody's webhooks", edges,
     lambda d: policy(d, "allow-front")["ingress"][0].pop("from"),
     "allowed and not designed: stranger -> gateway:8080"),
    ("no names", edges,
     lambda d: d.remove(m.named(d, "NetworkPolicy", "allow-dns")), "designed and denied: diff -> dns"),
    ("scaler of nobody", scaling.scalers,
     lambda d: spec(d, "HorizontalPodAutoscaler", "diff")["scaleTargetRef"].update(name="dif"),
     "target does not exist"),
    ("scaler against replicas", scaling.scalers,
     lambda d: pod(d, "diff")["spec"].update(replicas=2), "also sets replicas"),
    ("scaler that cannot scale", scaling.scalers,
     lambda d: spec(d, "HorizontalPodAutoscaler", "diff").update(maxReplicas=2), "2 to 2 replicas"),
    ("a budget that blocks", scaling.disruption,
     lambda d: spec(d, "PodDisruptionBudget", "diff").update(maxUnavailable=0), "may ever be taken"),
    ("a budget of everything", scaling.disruption,
     lambda d: spec(d, "PodDisruptionBudget", "diff").update(maxUnavailable=2), "all of Deployment"),
    ("a budget of nobody", scaling.disruption,
     lambda d: spec(d, "PodDisruptionBudget", "diff")["selector"]["matchLabels"].update(x="y"),
     "wanted one workload"),
    ("no budget", scaling.disruption,
     lambda d: d.remove(m.named(d, "PodDisruptionBudget", "diff")), "several pods and no budget"),
    ("killed while draining", scaling.stopping,
     lambda d: m.pod_spec(pod(d, "diff")).update(terminationGracePeriodSeconds=30), "drains for"),
    ("two writers", scaling.single_writer,
     lambda d: pod(d, "redis")["spec"].update(replicas=2), "second writer"),
    ("data in the pod", scaling.single_writer,
     lambda d: pod(d, "redis")["spec"].pop("volumeClaimTemplates"), "does not outlive"),
    ("GPUs for all", scaling.gpu,
     lambda d: pod(d, "numerics-gpu")["spec"].update(replicas=1), "by default"),
    ("a GPU that nobody gets", scaling.gpu,
     lambda d: m.pod_spec(pod(d, "numerics-gpu")).pop("tolerations"), "does not tolerate"),
]


class BrokenManifests(unittest.TestCase):
    def test_are_refused(self):
        for name, check, break_it, message in BROKEN:
            with self.subTest(name):
                manifests = copy.deepcopy(rendered("large"))
                break_it(manifests)
                self.assertRegex("\n".join(check(manifests)), message)

    def test_meet_every_check(self):
        checks = {check for _, check, _, _ in BROKEN}
        every = set(pods.ALL + scaling.ALL) | {wiring.selectors, wiring.ports, wiring.addresses,
                                               wiring.mutual_tls, wiring.config_sizes, edges,
                                               references}
        self.assertEqual(checks, every)

    def test_that_kustomize_cannot_build_are_refused(self):
        with self.assertRaisesRegex(ValueError, "kubectl kustomize"):
            m.render(FOLDER, "small", ["no_such_component"])


if __name__ == "__main__":
    reason = m.missing_tool()
    if reason:
        print("SKIPPED: " + reason)
        sys.exit(0)
    unittest.main(argv=[os.path.basename(__file__)])
