"""What of the manifests is a value of the chart: where it stands in them, and what it is called."""

SERVICES = ["pull-request", "diff", "analysis", "report", "numerics"]
PROCESSES = ["gateway", "worker"] + SERVICES


def camel(name):
    first, *rest = name.split("-")
    return first + "".join(part.title() for part in rest)


# (text in the manifests, how it is written in the chart: `{}` stands for the value, value, default).
# The text stands in any string of the manifests; defaults that are numbers stay numbers.
TEXTS = [
    ("registry.example/allreview:0.1.0", "{}:{}", ["image.repository", "image.tag"],
     ["registry.example/allreview", "0.1.0"]),
    ("registry.example/allreview-cuda:0.1.0", "{}:{}", ["gpuImage.repository", "gpuImage.tag"],
     ["registry.example/allreview-cuda", "0.1.0"]),
    ("https://allreview.example.org", "{}", ["publicUrl"], ["https://allreview.example.org"]),
    ("https://api.github.com", "{}", ["github.api"], ["https://api.github.com"]),
    ("--github_app_id=1\n", "--github_app_id={}\n", ["github.appId"], [1]),
    ("--trusted-proxy=10.0.0.0/8", "--trusted-proxy={}", ["trustedProxy"], ["10.0.0.0/8"]),
    ("--trusted_proxy=10.0.0.0/8", "--trusted_proxy={}", ["trustedProxy"], ["10.0.0.0/8"]),
    ("--workers=2", "--workers={}", ["small.workers"], [2]),
    ("--retention-days=90", "--retention-days={}", ["small.retentionDays"], [90]),
    ("--retention_days=7\n", "--retention_days={}\n", ["large.retentionDays"], [7]),
    ("redis://redis:6379/0", "{}", ["large.store"], ["redis://redis:6379/0"]),
]

POD = "spec.template.spec"
RESOURCES = POD + ".containers.0.resources"

# (size or both, object, path, value): the part of the object at the path is the value.
PARTS = [
    (None, "ConfigMap/policy", "data.policy\\.yaml", "policy"),
    (None, "ConfigMap/rules", "data", "rules"),
    (None, "Ingress/allreview", "metadata.annotations", "ingress.annotations"),
    (None, "Ingress/allreview", "spec.ingressClassName", "ingress.className"),
    (None, "Ingress/allreview", "spec.rules.0.host", "ingress.host"),
    (None, "Ingress/allreview", "spec.tls.0.hosts.0", "ingress.host"),
    (None, "Ingress/allreview", "spec.tls.0.secretName", "ingress.tlsSecret"),
    (None, "NetworkPolicy/allow-front",
     "spec.ingress.0.from.0.namespaceSelector.matchLabels.kubernetes\\.io/metadata\\.name",
     "networkPolicies.ingressNamespace"),
    (None, "NetworkPolicy/allow-metrics",
     "spec.ingress.0.from.0.namespaceSelector.matchLabels.kubernetes\\.io/metadata\\.name",
     "networkPolicies.monitoringNamespace"),
    ("small", "ConfigMap/serve", "data.GITHUB_APP_ID", "github.appId"),
    ("small", "StatefulSet/allreview", RESOURCES, "small.resources"),
    ("small", "StatefulSet/allreview",
     "spec.volumeClaimTemplates.0.spec.resources.requests.storage", "small.storage"),
    ("large", "StatefulSet/redis", RESOURCES, "large.redis.resources"),
    ("large", "StatefulSet/redis",
     "spec.volumeClaimTemplates.0.spec.resources.requests.storage", "large.redis.storage"),
    ("large", "Deployment/numerics-gpu", "spec.replicas", "large.numericsGpu.replicas"),
    ("large", "Deployment/numerics-gpu", RESOURCES, "large.numericsGpu.resources"),
]
PARTS += [("large", f"Deployment/{name}", RESOURCES, f"large.{camel(name)}.resources")
          for name in PROCESSES]
PARTS += [("large", f"HorizontalPodAutoscaler/{name}", f"spec.{key}", f"large.{camel(name)}.{key}")
          for name in PROCESSES for key in ("minReplicas", "maxReplicas")]

# Workloads that take flags, and a Secret with the files that these name.
FLAGS = {"login": ["StatefulSet/allreview", "Deployment/gateway"],
         "workers": ["StatefulSet/allreview", "Deployment/worker"]}

# Objects that are there only if a value is true.
CONDITIONS = [
    ("Namespace/", "createNamespace"),
    ("Ingress/", "ingress.enabled"),
    ("NetworkPolicy/", "networkPolicies.enabled"),
    ("ConfigMap/prometheus-rules", "monitoring.prometheusRules"),
    ("ConfigMap/grafana-dashboards", "monitoring.grafanaDashboards"),
    ("StatefulSet/redis", "large.redis.enabled"),
    ("Service/redis", "large.redis.enabled"),
    ("NetworkPolicy/allow-hub-into-redis", "large.redis.enabled"),
]
# Off unless it is asked for: Helm makes the namespace that it installs into.
SWITCHED_OFF = {"createNamespace"}

# ConfigMaps whose names end in a hash of these values, so that a change rolls the pods.
HASHED = {
    "policy": ["policy"],
    "rules": ["rules"],
    "serve": ["github", "publicUrl"],
    "hub": ["github", "publicUrl", "large.store", "large.retentionDays"],
}
# Whose content are files of the chart.
FILES = {"prometheus-rules": "rules/*", "grafana-dashboards": "dashboards/*"}

# What values.yaml says above a value or section.
COMMENTS = {
    "size": "small: one pod with SQLite. large: everything replicated, Redis, mutual TLS.",
    "createNamespace": "Makes the namespace, with the labels that lock its pods up. Helm's\n"
                       "--create-namespace makes one without.",
    "image": "The image of tools/oci_image.sh or Dockerfile.",
    "gpuImage": "Of binaries built with --define=gpu=cuda.",
    "github": "The number of the GitHub App and its server. The Secret `github` holds app-key.pem,\n"
              "webhook-secret and tokens.",
    "publicUrl": "Where people reach the page.",
    "trustedProxy": "Addresses of the Ingress's pods, whose X-Forwarded-For is believed.",
    "login": "Who may log in, and how: flags of docs/server.md, as --grants=/etc/allreview/login/grants. The\n"
             "Secret, if one is named, lies in /etc/allreview/login.",
    "workers": "The same for the processes that review and send:\n"
               "--outgoing-webhooks=/etc/allreview/workers/webhooks.yaml.",
    "policy": "The organisation's policy: below a repository's own .allreview.yaml, above the\n"
              "defaults.",
    "rules": "Rules of the organisation, by file name.",
    "networkPolicies": "Everything that is not allowed by name is denied. Names of namespaces.",
    "ingress": "An example for ingress-nginx; whatever ends TLS in your cluster does.",
    "small": "Of size small.",
    "large": "Of size large.",
    "large.redis": "Not needed where `store` names an operated Redis.",
    "monitoring": "ConfigMaps for Prometheus and for the side-car of Grafana's chart; size large.",
}
