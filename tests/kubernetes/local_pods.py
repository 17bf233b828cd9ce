"""Pods of the manifests as processes of this machine.

    secrets = make_secrets("tools/make_certificates.sh", folder)
    flags = flags_here(manifests, workload, folder, "k8s/base", {"dns:///diff:50052": "localhost:41234"})

Paths, ports and addresses are those of this machine; every other flag is as the manifests have it.
"""

import os
import subprocess

import manifests as m

LISTENERS = ("listen", "health_listen", "metrics_listen", "http_listen")


def make_secrets(certificates, folder, tokens=""):
    """What the Secrets hold: certificates by component, the App's key, the webhook's secret, tokens."""
    subprocess.run([certificates, folder + "/tls"], stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["openssl", "genrsa", "-out", folder + "/app-key.pem", "2048"],
                   stderr=subprocess.DEVNULL, check=True)
    for name, text in [("webhook-secret", "a secret of some length\n"), ("tokens", tokens)]:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def flags_here(manifests, workload, folder, base, addresses):
    """The arguments of a workload's program. `addresses`: what stands for those of the cluster."""
    component = m.pod_labels(workload)["app.kubernetes.io/component"]
    replaced = {"/etc/allreview/tls": os.path.join(folder, "tls", component),
                "/etc/allreview/github": folder, "/etc/allreview/policy": base,
                "/etc/allreview/rules": os.path.join(base, "rules"),
                "/data": folder, "/cache": folder, "$(GITHUB_APP_ID)": "1",
                "$(PUBLIC_URL)": "https://allreview.example.org", **addresses}
    result = []
    for name, value in m.flags(manifests, workload):
        if name in LISTENERS:
            value = "127.0.0.1:0"
        for old, new in replaced.items():
            value = value.replace(old, new)
        result.append("--%s=%s" % (name, value))
    return result
