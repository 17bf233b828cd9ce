"""Which connections the NetworkPolicies allow, computed as a cluster would.

    allowed_edges(manifests)  ->  {("gateway", "diff", 50052), ("internet" ...), ...}

Endpoints are our pods, named by component, and those outside that matter: the ingress controller,
Prometheus, a client's namespace, DNS, GitHub, the cloud's metadata service, a stranger's pod, and
a newcomer in our namespace that no policy names.
Only ports that a pod declares are asked for.
"""

import ipaddress

import manifests as m

OUR_NAMESPACE = {"kubernetes.io/metadata.name": "allreview"}
COMPONENT = "app.kubernetes.io/component"


class Endpoint:
    def __init__(self, name, namespace, labels, address, ports):
        self.name = name
        self.namespace = namespace  # Its labels; None: not a pod.
        self.labels = labels
        self.address = ipaddress.ip_address(address)
        self.ports = ports
        self.is_ours = namespace == OUR_NAMESPACE


def outside():
    def pod(name, namespace, labels=None, ports=()):
        spaces = {"kubernetes.io/metadata.name": namespace} if isinstance(namespace, str) else namespace
        return Endpoint(name, spaces, labels or {}, "10.2.0.9", ports)

    return [
        pod("ingress", "ingress-nginx"),
        pod("prometheus", "monitoring"),
        pod("client", {"kubernetes.io/metadata.name": "ci", "allreview/is-client": "true"}),
        pod("stranger", "default", ports=(443, 6379)),
        pod("dns", "kube-system", {"k8s-app": "kube-dns"}, (53,)),
        Endpoint("github", None, {}, "140.82.121.6", (22, 80, 443)),
        Endpoint("metadata", None, {}, "169.254.169.254", (80, 443)),
    ]


def ours(manifests):
    result = []
    for workload in m.workloads(manifests):
        labels = m.pod_labels(workload)
        ports = [port["containerPort"] for port in m.main_container(workload).get("ports", [])]
        result.append(Endpoint(labels[COMPONENT], OUR_NAMESPACE, labels, "10.1.0.1", ports))
    return result + [Endpoint("newcomer", OUR_NAMESPACE, {}, "10.1.0.2", [80])]


def _is_peer(peer, endpoint):
    if "ipBlock" in peer:
        block = peer["ipBlock"]
        network = ipaddress.ip_network(block["cidr"])
        if endpoint.address not in network:
            return False
        return not any(endpoint.address in ipaddress.ip_network(part)
                       for part in block.get("except", []))
    if endpoint.namespace is None:
        return False
    if "namespaceSelector" in peer:
        if not m.matches(peer["namespaceSelector"], endpoint.namespace):
            return False
    elif not endpoint.is_ours:
        return False
    return m.matches(peer.get("podSelector", {}), endpoint.labels)


def _allows(policies, pod, other, port, direction):
    """Whether the policies of one direction ("Ingress" or "Egress") let `pod` and `other` speak."""
    if not pod.is_ours:
        return True
    side = "from" if direction == "Ingress" else "to"
    mine = [policy["spec"] for policy in policies
            if direction in policy["spec"]["policyTypes"]
            and m.matches(policy["spec"]["podSelector"], pod.labels)]
    if not mine:
        return True  # As in a cluster: no policy, no limit.
    for spec in mine:
        for rule in spec.get(direction.lower(), []):
            ports = [entry["port"] for entry in rule.get("ports", [])]
            peers = rule.get(side, [])
            if ports and port not in ports:
                continue
            if not peers or any(_is_peer(peer, other) for peer in peers):
                return True
    return False


def allowed_edges(manifests):
    policies = m.of_kind(manifests, "NetworkPolicy")
    pods = ours(manifests)
    edges = set()
    for source in pods + outside():
        for target in pods + outside():
            if not (source.is_ours or target.is_ours):
                continue
            for port in target.ports:
                if (_allows(policies, source, target, port, "Egress")
                        and _allows(policies, target, source, port, "Ingress")):
                    edges.add((source.name, target.name, port))
    return edges


SPOKES = {"pull-request": 50051, "diff": 50052, "analysis": 50053, "report": 50054,
          "numerics": 50055}


def designed_edges(overlay):
    """Hub and spokes: the hub calls services and Redis, services call nobody but GitHub."""
    if overlay == "small":
        hub, front, components = [], "serve", ["serve"]
        github = ["serve"]
    else:
        hub, front = ["gateway", "worker"], "gateway"
        components = hub + list(SPOKES)
        github = hub + ["pull-request"]
    edges = {(caller, spoke, port) for caller in hub for spoke, port in SPOKES.items()}
    edges |= {(caller, "redis", 6379) for caller in hub}
    edges |= {("ingress", front, 8080), ("client", front, 50050)}
    edges |= {("prometheus", component, 9090) for component in components}
    edges |= {(component, "github", 443) for component in github}
    everyone = components + ["newcomer"] + (["redis"] if hub else [])
    edges |= {(component, "dns", 53) for component in everyone}
    return edges
