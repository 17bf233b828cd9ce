"""How many pods there are, how they stop, and what may be taken away. Returns lists of problems."""

import manifests as m


def _target(manifests, scaler):
    reference = scaler["spec"]["scaleTargetRef"]
    return m.named(manifests, reference["kind"], reference["name"])


def scalers(manifests):
    problems = []
    for scaler in m.of_kind(manifests, "HorizontalPodAutoscaler"):
        target, spec = _target(manifests, scaler), scaler["spec"]
        if target is None:
            problems.append("%s: its target does not exist" % m.title(scaler))
            continue
        if "replicas" in target["spec"]:
            problems.append("%s: %s also sets replicas" % (m.title(scaler), m.title(target)))
        if not 1 <= spec["minReplicas"] < spec["maxReplicas"]:
            problems.append("%s: %d to %d replicas" % (m.title(scaler), spec["minReplicas"],
                                                       spec["maxReplicas"]))
        for metric in spec["metrics"]:
            if metric["type"] == "Resource" and "cpu" not in (
                    m.main_container(target)["resources"].get("requests", {})):
                problems.append("%s: a share of a request that is not made" % m.title(scaler))
    return problems


def replicas(manifests):
    """{workload title: fewest pods}, by the scaler where there is one."""
    fewest = {m.title(workload): workload["spec"].get("replicas", 1)
              for workload in m.workloads(manifests)}
    for scaler in m.of_kind(manifests, "HorizontalPodAutoscaler"):
        target = _target(manifests, scaler)
        if target is not None:
            fewest[m.title(target)] = scaler["spec"]["minReplicas"]
    return fewest


def disruption(manifests):
    """Each service of several pods has a budget, and every budget lets a node be emptied."""
    problems = []
    fewest = replicas(manifests)
    guarded = set()
    for budget in m.of_kind(manifests, "PodDisruptionBudget"):
        pods = [m.title(workload) for workload in m.workloads(manifests)
                if m.matches(budget["spec"]["selector"], m.pod_labels(workload))]
        guarded.update(pods)
        if len(pods) != 1:
            problems.append("%s: guards %s, wanted one workload" % (m.title(budget), pods))
            continue
        most = budget["spec"].get("maxUnavailable", 0)
        spare = fewest[pods[0]] - budget["spec"].get("minAvailable", fewest[pods[0]])
        if max(most, spare) < 1:
            problems.append("%s: nothing of %s may ever be taken away" % (m.title(budget), pods[0]))
        if most >= fewest[pods[0]]:
            problems.append("%s: all of %s may be taken away" % (m.title(budget), pods[0]))
    return problems + ["%s: several pods and no budget" % name
                       for name, count in fewest.items() if count > 1 and name not in guarded]


def stopping(manifests):
    problems = []
    for workload in m.workloads(manifests):
        drain = [int(value) for name, value in m.flags(manifests, workload)
                 if name == "drain_seconds"]
        grace = m.pod_spec(workload).get("terminationGracePeriodSeconds", 30)
        if drain and grace <= drain[-1]:
            problems.append("%s: killed after %d s, drains for %d s"
                            % (m.title(workload), grace, drain[-1]))
    return problems


def single_writer(manifests):
    """SQLite and the data of Redis belong to one pod, which a StatefulSet guarantees."""
    problems = []
    for workload in m.workloads(manifests):
        is_sqlite = any(value.startswith("sqlite:") for _, value in m.flags(manifests, workload))
        if not is_sqlite and m.program(workload)[0] != "redis-server":
            continue
        if workload["kind"] != "StatefulSet" or workload["spec"].get("replicas") != 1:
            problems.append("%s: its data may get a second writer" % m.title(workload))
        if not workload["spec"].get("volumeClaimTemplates"):
            problems.append("%s: its data does not outlive it" % m.title(workload))
    return problems


def gpu(manifests):
    """Pods with a GPU tolerate its nodes, and none is asked for unless somebody says so."""
    problems = []
    for workload in m.workloads(manifests):
        count = m.main_container(workload)["resources"].get("limits", {}).get("nvidia.com/gpu", 0)
        if not count:
            continue
        if workload["spec"].get("replicas") != 0:
            problems.append("%s: asks for GPUs by default" % m.title(workload))
        if not any(entry.get("key") == "nvidia.com/gpu"
                   for entry in m.pod_spec(workload).get("tolerations", [])):
            problems.append("%s: does not tolerate nodes with GPUs" % m.title(workload))
    return problems


ALL = (scalers, disruption, stopping, single_writer, gpu)
