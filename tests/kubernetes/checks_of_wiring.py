"""What manifests must say of each other. Every check returns a list of problems."""

import re

import manifests as m
import network

LARGEST_CONFIG_BYTES = 1 << 20  # Of the API server.
ADDRESS = re.compile(r"^(?:dns:///|redis://)([a-z-]+):(\d+)(?:/\d+)?$")
PORT_FLAGS = {"listen": "grpc", "http_listen": "http", "metrics_listen": "metrics",
              "health_listen": "health"}


def selectors(manifests):
    problems = []
    everyone = m.workloads(manifests)
    for workload in everyone:
        for other in everyone:
            fits = m.matches(workload["spec"]["selector"], m.pod_labels(other))
            if fits != (workload is other):
                problems.append("%s: selector %s pods of %s"
                                % (m.title(workload), "takes" if fits else "misses", m.title(other)))
    for service in m.of_kind(manifests, "Service"):
        pods = [workload for workload in everyone
                if m.matches({"matchLabels": service["spec"]["selector"]}, m.pod_labels(workload))]
        if not pods:
            problems.append("%s: selects no pod" % m.title(service))
        problems += ["%s: no port %s in %s" % (m.title(service), port["targetPort"], m.title(pod))
                     for pod in pods for port in service["spec"]["ports"]
                     if port["targetPort"] not in
                     [known["name"] for known in m.main_container(pod)["ports"]]]
    for policy in m.of_kind(manifests, "NetworkPolicy"):
        if not any(m.matches(policy["spec"]["podSelector"], m.pod_labels(workload))
                   for workload in everyone):
            problems.append("%s: selects no pod" % m.title(policy))
    return problems


def references(manifests, secrets):
    """ConfigMaps and accounts exist, Secrets are among those that the documentation has one make."""
    problems = []
    for workload in m.workloads(manifests):
        pod = m.pod_spec(workload)
        if not m.named(manifests, "ServiceAccount", pod.get("serviceAccountName")):
            problems.append("%s: no such account" % m.title(workload))
        own = {claim["metadata"]["name"]
               for claim in workload["spec"].get("volumeClaimTemplates", [])}
        volumes = own | {volume["name"] for volume in pod.get("volumes", [])}
        mounts = [mount["name"] for mount in m.main_container(workload).get("volumeMounts", [])]
        problems += ["%s: mounts %s, which is no volume" % (m.title(workload), name)
                     for name in mounts if name not in volumes]
        problems += ["%s: volume %s is mounted nowhere" % (m.title(workload), name)
                     for name in sorted(volumes) if name not in mounts]
        for volume in pod.get("volumes", []):
            config = volume.get("configMap", {}).get("name")
            if config and not m.named(manifests, "ConfigMap", config):
                problems.append("%s: no ConfigMap %s" % (m.title(workload), config))
            secret = volume.get("secret", {}).get("secretName")
            if secret and secret not in secrets:
                problems.append("%s: Secret %s is not documented" % (m.title(workload), secret))
    return problems


def _ports(workload):
    return {port["name"]: port["containerPort"]
            for port in m.main_container(workload).get("ports", [])}


def ports(manifests):
    """Ports of containers are those of the flags; probes ask the health port."""
    problems = []
    for workload in m.workloads(manifests):
        if not m.program(workload)[0].startswith("allreview"):
            continue
        listens = {PORT_FLAGS[name]: int(value.rpartition(":")[2])
                   for name, value in m.flags(manifests, workload)
                   if name in PORT_FLAGS and not value.startswith("127.0.0.1:")}
        if listens != _ports(workload):
            problems.append("%s: listens on %s, declares %s"
                            % (m.title(workload), listens, _ports(workload)))
        asked = {probe["grpc"]["port"] for name, probe in m.main_container(workload).items()
                 if name.endswith("Probe") and "grpc" in probe}
        if asked != {listens.get("health")}:
            problems.append("%s: probes ask %s, health is on %s"
                            % (m.title(workload), sorted(asked), listens.get("health")))
        metrics = workload["spec"]["template"]["metadata"].get("annotations", {})
        if metrics.get("prometheus.io/port") != str(listens.get("metrics")):
            problems.append("%s: Prometheus is sent to another port" % m.title(workload))
    return problems


def addresses(manifests):
    """Addresses in flags are Services with that port; those of gRPC are headless."""
    problems = []
    for workload in m.workloads(manifests):
        for name, value in m.flags(manifests, workload):
            address = ADDRESS.match(value)
            if not address:
                if value.startswith(("dns:", "redis:")):
                    problems.append("%s: --%s=%s is no address" % (m.title(workload), name, value))
                continue
            service = m.named(manifests, "Service", address.group(1))
            known = [port["port"] for port in service["spec"]["ports"]] if service else []
            if int(address.group(2)) not in known:
                problems.append("%s: --%s=%s leads to no Service" % (m.title(workload), name, value))
            elif service["spec"].get("clusterIP") != "None":
                problems.append("%s: --%s=%s is not headless, so one pod would get all calls"
                                % (m.title(workload), name, value))
    return problems


def edges(manifests, overlay):
    allowed = network.allowed_edges(manifests)
    designed = network.designed_edges(overlay)
    return (["allowed and not designed: %s -> %s:%d" % edge for edge in sorted(allowed - designed)]
            + ["designed and denied: %s -> %s:%d" % edge for edge in sorted(designed - allowed)])


def mutual_tls(manifests):
    """Either nobody speaks TLS, or every server asks for certificates and every caller shows one."""
    server, client = {"tls_cert", "tls_key", "tls_ca"}, {"service_tls_cert", "service_tls_key",
                                                         "service_tls_ca"}
    ours = [workload for workload in m.of_kind(manifests, "Deployment")]
    given = {m.title(workload): {name for name, _ in m.flags(manifests, workload)}
             for workload in ours}
    if not any(server & flags for flags in given.values()):
        return []
    problems = ["%s: serves without mutual TLS" % name
                for name, flags in given.items() if not server <= flags]
    return problems + ["%s: calls services without a certificate" % name
                       for name, flags in given.items()
                       if "diff" in flags and not client <= flags]


def config_sizes(manifests):
    return ["%s: %d bytes, the API server takes %d"
            % (m.title(config), size, LARGEST_CONFIG_BYTES)
            for config in m.of_kind(manifests, "ConfigMap")
            for size in [sum(len(text.encode()) for text in config.get("data", {}).values())]
            if size > LARGEST_CONFIG_BYTES]
