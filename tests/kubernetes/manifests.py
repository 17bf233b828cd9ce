"""Rendered manifests as plain dictionaries, and what checks ask of them.

    manifests = render("k8s", "large")        # Needs kubectl with kustomize 5; see missing_tool().
    for workload in workloads(manifests):
        main_container(workload)["image"]
"""

import json
import os
import shutil
import subprocess
import tempfile

import yaml

WORKLOADS = ("Deployment", "StatefulSet")
OVERLAYS = ("small", "large")


def missing_tool():
    """Why manifests cannot be rendered here, or an empty text."""
    if not shutil.which("kubectl"):
        return "kubectl is not installed"
    out = subprocess.run(["kubectl", "version", "--client", "-o", "json"], stdout=subprocess.PIPE,
                         check=True).stdout
    version = json.loads(out).get("kustomizeVersion", "v0")
    if int(version.lstrip("v").split(".")[0]) < 5:
        return "kubectl brings kustomize %s, wanted v5" % version
    return ""


def render_text(folder, overlay, components=()):
    """The YAML of an overlay, with optional components added to it."""
    with tempfile.TemporaryDirectory() as copy:
        # Kustomize refuses links that leave its folder, and Bazel makes such links.
        shutil.copytree(folder, os.path.join(copy, "k8s"))
        top = os.path.join(copy, "k8s", "overlays", "top")
        os.mkdir(top)
        with open(os.path.join(top, "kustomization.yaml"), "w", encoding="utf-8") as file:
            yaml.safe_dump({"resources": ["../" + overlay],
                            "components": ["../../components/" + name for name in components]},
                           file)
        done = subprocess.run(["kubectl", "kustomize", top], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise ValueError("kubectl kustomize %s: %s" % (overlay, done.stderr.decode()))
        return done.stdout.decode()


def render(folder, overlay, components=()):
    return [document for document in yaml.safe_load_all(render_text(folder, overlay, components))
            if document]


def of_kind(manifests, *kinds):
    return [document for document in manifests if document["kind"] in kinds]


def named(manifests, kind, name):
    for document in of_kind(manifests, kind):
        if document["metadata"]["name"] == name:
            return document
    return None


def workloads(manifests):
    return of_kind(manifests, *WORKLOADS)


def title(document):
    return "%s/%s" % (document["kind"], document["metadata"]["name"])


def pod_labels(workload):
    return workload["spec"]["template"]["metadata"].get("labels", {})


def pod_spec(workload):
    return workload["spec"]["template"]["spec"]


def main_container(workload):
    return pod_spec(workload)["containers"][0]


def matches(selector, labels):
    """Whether a label selector (matchLabels only, which is all that we use) fits labels."""
    unknown = set(selector) - {"matchLabels"}
    if unknown:
        raise ValueError("selector with %s: not understood here" % ", ".join(sorted(unknown)))
    return selector.get("matchLabels", {}).items() <= labels.items()


def program(workload):
    """(name of the program, its subcommand or "")."""
    container = main_container(workload)
    name = os.path.basename(container["command"][0])
    first = (container.get("args") or [""])[0]
    return name, "" if first.startswith("-") else first


def flags(manifests, workload):
    """Flags of one of our programs as [(name, value)], those of flag files in their place."""
    arguments = list(main_container(workload).get("args", []))
    result = []
    for argument in arguments:
        name, _, value = argument.partition("=")
        if not name.startswith("--"):
            continue
        if name == "--flagfile":
            result += _flag_file(manifests, workload, value)
        else:
            result.append((name[2:].replace("-", "_"), value))
    return result


def _flag_file(manifests, workload, path):
    folder, name = os.path.split(path)
    mounts = {mount["mountPath"]: mount["name"]
              for mount in main_container(workload).get("volumeMounts", [])}
    volumes = {volume["name"]: volume for volume in pod_spec(workload).get("volumes", [])}
    config = volumes[mounts[folder]]["configMap"]["name"]
    text = named(manifests, "ConfigMap", config)["data"][name]
    lines = [line.strip() for line in text.splitlines()]
    pairs = [line[2:].partition("=") for line in lines if line and not line.startswith("#")]
    return [(name.replace("-", "_"), value) for name, _, value in pairs]
