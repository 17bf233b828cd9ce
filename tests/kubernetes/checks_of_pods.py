"""What each pod must say, whatever it runs. Every check returns a list of problems."""

import manifests as m

USER = 10001
PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
RESOURCES = ("cpu", "memory")


def each_container(manifests):
    for workload in m.workloads(manifests):
        for container in m.pod_spec(workload)["containers"]:
            yield workload, container


def resources(manifests):
    problems = []
    for workload, container in each_container(manifests):
        for group in ("requests", "limits"):
            given = container.get("resources", {}).get(group, {})
            problems += ["%s: no %s of %s" % (m.title(workload), group, name)
                         for name in RESOURCES if name not in given]
    return problems


def probes(manifests):
    problems = []
    for workload, container in each_container(manifests):
        problems += ["%s: no %s" % (m.title(workload), probe)
                     for probe in PROBES if probe not in container]
        if not m.program(workload)[0].startswith("allreview"):
            continue
        problems += ["%s: %s does not ask by gRPC" % (m.title(workload), probe)
                     for probe in PROBES if probe in container and "grpc" not in container[probe]]
        ready = container.get("readinessProbe", {}).get("grpc", {}).get("service", "")
        alive = container.get("livenessProbe", {}).get("grpc", {}).get("service", "")
        if ready != "readiness" or alive:
            problems.append("%s: readiness asks for %r, wanted 'readiness'; liveness for %r, wanted ''"
                            % (m.title(workload), ready, alive))
    return problems


def security(manifests):
    """The "restricted" profile of Kubernetes, and beyond it a read-only root."""
    problems = []
    for workload in m.workloads(manifests):
        pod = m.pod_spec(workload)
        context = pod.get("securityContext", {})
        wanted = {"runAsNonRoot": True, "runAsUser": USER, "runAsGroup": USER, "fsGroup": USER,
                  "seccompProfile": {"type": "RuntimeDefault"}}
        problems += ["%s: securityContext.%s is %r, wanted %r"
                     % (m.title(workload), key, context.get(key), value)
                     for key, value in wanted.items() if context.get(key) != value]
        if pod.get("automountServiceAccountToken") is not False:
            problems.append("%s: mounts a token of the API server" % m.title(workload))
        problems += ["%s: %s" % (m.title(workload), key)
                     for key in ("hostNetwork", "hostPID", "hostIPC") if pod.get(key)]
        problems += ["%s: hostPath volume %s" % (m.title(workload), volume["name"])
                     for volume in pod.get("volumes", []) if "hostPath" in volume]
    for workload, container in each_container(manifests):
        wanted = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                  "capabilities": {"drop": ["ALL"]}}
        context = container.get("securityContext", {})
        problems += ["%s: container's securityContext.%s is %r, wanted %r"
                     % (m.title(workload), key, context.get(key), value)
                     for key, value in wanted.items() if context.get(key) != value]
    return problems


def temporary_folder(manifests):
    problems = []
    for workload in m.workloads(manifests):
        volumes = {volume["name"]: volume for volume in m.pod_spec(workload).get("volumes", [])}
        mounted = {mount["mountPath"]: mount["name"]
                   for mount in m.main_container(workload).get("volumeMounts", [])}
        folder = volumes.get(mounted.get("/tmp"), {}).get("emptyDir", {})
        if folder.get("medium") != "Memory":
            problems.append("%s: /tmp is not in memory" % m.title(workload))
        problems += ["%s: emptyDir %s has no sizeLimit" % (m.title(workload), name)
                     for name, volume in volumes.items()
                     if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]]
    return problems


def images(manifests):
    problems = []
    for workload, container in each_container(manifests):
        image = container["image"]
        tag = image.rpartition("/")[2].partition(":")[2]
        if "@sha256:" not in image and tag in ("", "latest"):
            problems.append("%s: image %s has no version" % (m.title(workload), image))
    return problems


def spread(manifests):
    problems = []
    for workload in m.of_kind(manifests, "Deployment"):
        rules = m.pod_spec(workload).get("topologySpreadConstraints", [])
        keys = [rule["topologyKey"] for rule in rules]
        if keys != ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]:
            problems.append("%s: spread over %s, wanted nodes and zones" % (m.title(workload), keys))
        problems += ["%s: spread counts pods that it does not have" % m.title(workload)
                     for rule in rules
                     if not m.matches(rule["labelSelector"], m.pod_labels(workload))
                     or rule.get("matchLabelKeys") != ["app.kubernetes.io/component"]]
    return problems


ALL = (resources, probes, security, temporary_folder, images, spread)
