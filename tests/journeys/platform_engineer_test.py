"""A platform engineer: from values of the chart to two gateways behind TLS, with Redis over TLS.

The pods of size large run as processes of this machine, each with the command line that the chart
renders for it; certificates are those of tools/make_certificates.sh, and of its authority for the names
by which this machine calls itself.

Arguments: the program, the fake GitHub, the chart's folder, make_certificates.sh, the services.
"""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys

import harness
import helm_template
import local_pods
import manifests as m
import network
import platform_processes as platform
from login_browser import Browser
from tls_proxy import PUBLIC_HOST, TlsProxy

TLS = "/etc/allreview/tls"
REDIS = "redis.acme.example:6379"


class PlatformEngineer(platform.Case):
    def setUp(self):
        super().setUp()
        self.k8s, certificates = harness.DATA[1:3]
        self.programs = {os.path.basename(path): path for path in harness.DATA[3:]}
        values = {
            "size": "large", "publicUrl": "https://" + PUBLIC_HOST, "trustedProxy": "127.0.0.1",
            "github": {"appId": 1234, "api": "https://github.acme.example/api/v3"},
            "large": {"redis": {"enabled": False},
                      "store": "rediss://%s/0?ca=%s/ca.crt&cert=%s/tls.crt&key=%s/tls.key"
                               % (REDIS, TLS, TLS, TLS)}}
        self.manifests = helm_template.render(os.path.join(self.k8s, "helm", "allreview"), values)
        run = self.run_program("tokens", "new", "--name=ci", "--scopes=read,review,admin")
        self.token, line = run.text.split("token: ")[1].split("\nline for the file of tokens: ")
        local_pods.make_secrets(certificates, self.folder, line.strip() + "\n")
        self.write(self.path("webhook-secret"), platform.SECRET + "\n")
        for component in os.listdir(self.path("tls")):
            if os.path.isdir(self.path("tls", component)):
                self.name_here(component)
        self.start_redis()
        self.fake = self.github(self.sample())
        self.addresses = {"https://github.acme.example/api/v3": self.fake.base,
                          REDIS: "localhost:%d" % self.redis_port}
        for spoke, port in network.SPOKES.items():
            self.addresses["dns:///%s:%d" % (spoke, port)] = self.start(spoke).grpc
        self.start("worker")
        self.gateways = [self.start("gateway") for _ in range(2)]
        self.proxy = TlsProxy(self.folder, self.environment,
                              [gateway.http.removeprefix("http://") for gateway in self.gateways])
        self.addCleanup(self.proxy.close)

    def name_here(self, component):
        """A certificate of the same authority, for this machine's names too."""
        folder = self.path("tls", component)
        names = self.write(self.path("names"),
                           "subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\n"
                           "extendedKeyUsage=serverAuth,clientAuth\n" % component)
        for arguments in (
                ["req", "-new", "-key", "tls.key", "-subj", "/CN=" + component, "-out", "request"],
                ["x509", "-req", "-in", "request", "-CA", "../ca.crt", "-CAkey", "../ca.key",
                 "-set_serial", "0x%d" % abs(hash(component)), "-days", "2", "-extfile", names,
                 "-out", "tls.crt"]):
            subprocess.run(["openssl", *arguments], cwd=folder, check=True,
                           stderr=subprocess.DEVNULL)

    def start_redis(self):
        """Speaks TLS alone, with clients of our authority alone."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.redis_port = free.getsockname()[1]
        own = self.path("tls", "worker")  # The chart makes none for a Redis that others run.
        redis = platform.Process(
            ["redis-server", "--port", "0", "--tls-port", str(self.redis_port), "--bind", "127.0.0.1",
             "--tls-cert-file", own + "/tls.crt", "--tls-key-file", own + "/tls.key",
             "--tls-ca-cert-file", own + "/ca.crt", "--tls-auth-clients", "yes", "--save", "",
             "--dir", self.folder], {"PATH": "/usr/bin:/bin"})
        self.addCleanup(redis.kill)
        redis.wait_for_line("Ready to accept connections")

    def start(self, component):
        workload = next(workload for workload in m.workloads(self.manifests)
                        if m.pod_labels(workload)["app.kubernetes.io/component"] == component)
        name, _ = m.program(workload)
        flags = local_pods.flags_here(self.manifests, workload, self.folder,
                                      os.path.join(self.k8s, "base"), self.addresses)
        pod = Pod([self.programs[name], *flags], self.environment)
        self.addCleanup(pod.process.kill)
        return pod

    def test_two_gateways_are_one_server(self):
        first, second = self.gateways
        self.assertIn(self.fake.webhook(first, number=7, action="opened"), (200, 202))
        headers = {"Authorization": "Bearer " + self.token}
        browser = Browser("https://" + PUBLIC_HOST, self.proxy)

        def reviews():
            found = json.loads(browser.get("/api/v1/reviews", headers=headers)[2])["reviews"]
            return found if found and found[0]["state"] == "REVIEW_STATE_DONE" else None
        review = platform.until(reviews, "the review")[0]
        self.assertEqual(review["conclusion"], "CONCLUSION_BLOCKED")
        run = platform.until(
            lambda: [run for run in self.fake.state()["check_runs"] if run["status"] == "completed"],
            "the check")[0]
        self.assertEqual(run["details_url"], "https://%s/reviews/%s" % (PUBLIC_HOST, review["id"]))
        # Whichever gateway answers, it is the same review; a login at one holds at the other.
        self.assertEqual(browser.log_in_with_token(self.token), 303)
        pages = {browser.get("/reviews/" + review["id"])[0] for _ in range(4)}
        self.assertEqual(pages, {200})
        answered = [sum("route=/reviews/{id}" in line for line in gateway.process.lines)
                    for gateway in self.gateways]
        self.assertTrue(all(answered), answered)
        # One may go at any time.
        self.assertEqual(first.process.stop(), 0)
        status, _, body = platform.call(second.http, "GET", "/api/v1/reviews/" + review["id"],
                                        headers=headers)
        self.assertEqual(status, 200, body)

    def test_nobody_else_gets_in(self):
        stranger = self.path("stranger.crt")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-keyout", self.path("stranger.key"),
                        "-out", stranger, "-days", "2", "-subj", "/CN=gateway"],
                       check=True, stderr=subprocess.DEVNULL)
        own = (self.path("tls", "gateway", "tls.crt"), self.path("tls", "gateway", "tls.key"))
        forged = (stranger, self.path("stranger.key"))
        diff = int(self.addresses["dns:///diff:50052"].split(":")[1])
        for port, words in ((self.redis_port, b"PING\r\n"),
                            (diff, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4" + bytes(5))):
            self.assertTrue(self.answer(port, words, own), port)
            for certificate in (None, forged):
                self.assertEqual(self.answer(port, words, certificate), b"", (port, certificate))

    def answer(self, port, words, certificate):
        """What a TLS client gets; nothing where it is refused."""
        context = ssl.create_default_context(cafile=self.path("tls", "ca.crt"))
        context.set_alpn_protocols(["h2"])
        if certificate:
            context.load_cert_chain(*certificate)
        try:
            with socket.create_connection(("127.0.0.1", port), 60) as raw, \
                    context.wrap_socket(raw, server_hostname="localhost") as tls:
                tls.sendall(words)
                return tls.recv(100)
        except (ssl.SSLError, ConnectionError):
            return b""


class Pod:
    def __init__(self, command, environment):
        self.process = platform.Process(command, environment)
        self.grpc = self.process.wait_for_line(
            r'msg="?serving"? address=(\S+)').group(1).replace("127.0.0.1", "localhost")
        http = [line for line in self.process.lines if 'msg="serving http"' in line]
        self.http = "http://" + http[0].split("address=")[1].split()[0] if http else None


if __name__ == "__main__":
    if shutil.which("redis-server") is None:
        print("SKIPPED: redis-server is not there; run: apt-get install redis-server")
        sys.exit(0)
    platform.main()
