"""`allreview serve`: the same bytes as embedded, its limits, TLS, and the end of the process."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import threading
import time

import harness
from harness import FORMATS

DOCUMENTS = ["review", "deep-dive", "explanation", "audit", "playbook"]


class Remote(harness.Case):
    def serve(self, *arguments):
        """Starts a server on a free port; returns the process and its address."""
        log = open(self.path("server.log"), "wb+")
        self.addCleanup(log.close)
        reads, writes = os.pipe()
        process = subprocess.Popen(
            [harness.PROGRAM, "serve", "--listen=127.0.0.1:0", "--http-listen=none",
             *([] if "--store" in arguments else ["--store=none"]), *arguments], cwd=self.folder,
            stderr=writes, stdout=subprocess.DEVNULL, env=self.environment)
        os.close(writes)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.server_log = os.fdopen(reads, "rb")
        self.addCleanup(self.server_log.close)
        said = []
        match = None
        while not match:  # It may ask its services something before.
            said.append(self.server_log.readline().decode())
            self.assertTrue(said[-1], "the server says: " + "".join(said))
            match = re.search(r'msg="?serving"? address=(127\.0\.0\.1:\d+)', said[-1])
        return process, match.group(1)

    def test_the_same_bytes_as_embedded(self):
        repository = self.sample()
        _, address = self.serve("--repository-root", self.folder)
        patch = self.git(repository, "diff", "HEAD~1", "HEAD")
        sources = [(["--repo", repository, "HEAD~1..HEAD"], b""),
                   (["--repo", repository, "HEAD~1...HEAD"], b""),
                   (["--repo", repository], b""),
                   (["-", "--repo", repository], patch),
                   (["-"], patch)]
        for arguments, stdin in sources:
            remote, here = [], []
            for name in FORMATS:
                remote += ["--format", name, "--output", self.path("remote." + name)]
                here += ["--format", name, "--output", self.path("here." + name)]
            far = self.review("--gateway", address, *arguments, *remote, stdin=stdin)
            near = self.review(*arguments, *here, stdin=stdin)
            self.assertEqual(far.code, near.code, far.message)
            self.assertIn(far.code, (0, 1, 3), far.message)
            for name in FORMATS:
                self.assertEqual(self.read(self.path("remote." + name)),
                                 self.read(self.path("here." + name)), (arguments, name))

    def test_the_same_documents_as_embedded(self):
        repository = self.sample()
        _, address = self.serve("--repository-root", self.folder)
        texts = []
        for language in ("en", "zh"):
            for extra in ([], ["--gateway", address]):
                folder = self.path("documents", language, "remote" if extra else "here")
                run = self.review("--repo", repository, "--documents=all", "--format=markdown",
                                  "--output", folder, "--format=html", "--output", folder,
                                  "--language", language, "HEAD~1..HEAD", *extra)
                self.assertEqual(run.code, 1, run.message)
                names = sorted(os.listdir(folder))
                self.assertEqual(names, sorted(name + extension
                                               for name in DOCUMENTS
                                               for extension in (".html", ".md")))
                texts.append([self.read(os.path.join(folder, name)) for name in names])
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[2], texts[3])
        self.assertNotEqual(texts[0], texts[2])

    def test_other_commands_answer_the_same(self):
        repository = self.sample(extra_before={".allreview.yaml": "review:\n  max_findings: 7\n"})
        _, address = self.serve("--repository-root", self.folder)
        patch = self.git(repository, "diff", "HEAD~1", "HEAD")
        for arguments in (["rules"], ["rules", "mutable-default", "--format=json"],
                          ["config", "explain", "--repo", repository], ["diff", "-"],
                          ["diff", "-", "--format=json"]):
            far = self.run_program(*arguments, "--gateway", address, stdin=patch)
            near = self.run_program(*arguments, stdin=patch)
            self.assertEqual((far.code, far.out, far.err), (near.code, near.out, near.err))
            self.assertEqual(near.code, 0, near.message)

    def test_a_server_opens_only_what_it_was_given(self):
        repository = self.sample()
        os.mkdir(self.path("open"))
        os.symlink(repository, self.path("open", "link"))
        _, address = self.serve("--repository-root", self.path("open"))
        for arguments in (["--repo", repository, "HEAD~1..HEAD"],
                          ["--repo", self.path("open", "link"), "HEAD~1..HEAD"],
                          ["--dirs", repository, repository]):
            run = self.review("--gateway", address, *arguments)
            self.assertEqual((run.code, run.out), (4, b""), run.message)

    def test_a_server_without_roots_opens_nothing(self):
        repository = self.sample()
        _, address = self.serve()
        run = self.review("--gateway", address, "--repo", repository, "HEAD~1..HEAD")
        self.assertEqual((run.code, run.out), (4, b""), run.message)

    def test_the_servers_policy_is_the_organisations(self):
        policy = self.write(self.path("organisation.yaml"), "review:\n  max_findings: 3\n")
        _, address = self.serve("--policy", policy)
        run = self.run_program("config", "explain", "review.max_findings", "--gateway", address)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("review.max_findings: 3\n", run.text)
        self.assertIn("organisation.yaml:2", run.text)

    def test_mutual_tls(self):
        self.certificates()
        _, address = self.serve("--tls-cert", self.path("server.pem"), "--tls-key",
                                self.path("server.key"), "--tls-ca", self.path("ca.pem"))
        client = ["--tls-ca", self.path("ca.pem"), "--tls-cert", self.path("client.pem"),
                  "--tls-key", self.path("client.key")]
        run = self.run_program("rules", "--gateway", address, *client)
        self.assertEqual(run.code, 0, run.message)
        for arguments in ([], client[:2]):  # Plain text; no certificate.
            run = self.run_program("rules", "--gateway", address, *arguments)
            self.assertEqual((run.code, run.out), (4, b""), run.message)

    def test_tls_over_a_slow_line(self):
        self.certificates()
        _, address = self.serve("--tls-cert", self.path("server.pem"), "--tls-key",
                                self.path("server.key"))
        run = self.run_program("rules", "--gateway", self.slow_line(address), "--tls-ca",
                               self.path("ca.pem"))
        self.assertEqual(run.code, 0, run.message)

    def slow_line(self, address):
        """An address whose bytes reach the other one 0.2 s later, each way."""
        host, port = address.split(":")
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def carry(source, target):
            with contextlib.suppress(OSError):
                while data := source.recv(65536):
                    time.sleep(0.2)
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)

        def take():
            with contextlib.suppress(OSError):
                while True:
                    near, _ = listener.accept()
                    far = socket.create_connection((host, int(port)))
                    for ends in ((near, far), (far, near)):
                        threading.Thread(target=carry, args=ends, daemon=True).start()

        threading.Thread(target=take, daemon=True).start()
        return "127.0.0.1:%d" % listener.getsockname()[1]

    def certificates(self):
        def openssl(*arguments):
            subprocess.run(["openssl", *arguments], cwd=self.folder, env=self.environment,
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test ca",
                "-days", "2")
        for name in ("server", "client"):
            self.write(self.path("names"), "subjectAltName=IP:127.0.0.1\n")
            openssl("req", *key, "-keyout", name + ".key", "-out", name + ".csr", "-subj",
                    "/CN=" + name)
            openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                    "-CAcreateserial", "-out", name + ".pem", "-days", "2", "-extfile", "names")

    def token(self, scopes):
        """A token of the file "tokens", in a file of its own."""
        run = self.run_program("tokens", "new", "--name=" + scopes.replace(",", "-"),
                               "--scopes=" + scopes)
        token, line = re.search(r"token: (\S+)\nline for the file of tokens: (.*)\n",
                                run.text).groups()
        with open(self.path("tokens"), "a", encoding="utf-8") as file:
            file.write(line + "\n")
        path = self.write(self.path(scopes + ".token"), token + "\n")
        os.chmod(path, 0o600)
        return token, path

    def test_each_command_sends_its_token(self):
        repository = self.sample()
        token, path = self.token("read,review")
        _, reader = self.token("read")
        _, address = self.serve("--repository-root", self.folder, "--tokens", self.path("tokens"))
        patch = self.git(repository, "diff", "HEAD~1", "HEAD")
        self.write(self.path("print.yaml"), "rules: []\n")
        for command in (["review", "--repo", repository, "HEAD~1..HEAD"], ["review", "-"],
                        ["scan", "--repo", repository], ["audit", "--repo", repository],
                        ["playbook", "--repo", repository], ["diff", "-"], ["rules"],
                        ["rules", "test", self.path("print.yaml")],
                        ["config", "explain", "--repo", repository],
                        ["numerics", "check", "torch.log(1-torch.sigmoid(x))"]):
            arguments = [*command, "--gateway", address]
            run = self.run_program(*arguments, stdin=patch)
            self.assertEqual((run.code, run.out), (4, b""), command)
            self.assertIn("--gateway-token-file=FILE or ALLREVIEW_TOKEN", run.message)
            run = self.run_program(*arguments, stdin=patch, environment={"ALLREVIEW_TOKEN": "no"})
            self.assertEqual(run.code, 4, command)
            self.assertIn("the token is not known here", run.message)
            given = self.run_program(*arguments, "--gateway-token-file", path, stdin=patch)
            self.assertNotIn("token", given.message, command)
            named = self.run_program(*arguments, stdin=patch,
                                     environment={"ALLREVIEW_TOKEN": token})
            self.assertEqual((given.code, given.out), (named.code, named.out), command)
            self.assertIn(given.code, (0, 1, 3), given.message)
        run = self.review("--repo", repository, "HEAD~1..HEAD", "--gateway", address,
                          "--gateway-token-file", reader)
        self.assertEqual(run.code, 4)
        self.assertIn("needs the scope review", run.message)

    def test_a_token_stays_on_this_machine_without_tls(self):
        run = self.run_program("rules", "--gateway=gateway.invalid:50050",
                               environment={"ALLREVIEW_TOKEN": "art_secret"})
        self.assertEqual((run.code, run.out), (4, b""))
        self.assertIn("in plain text; give --tls-ca=FILE", run.message)
        self.assertNotIn("art_secret", run.message)

    def test_a_kept_review(self):
        repository = self.sample()
        _, path = self.token("read,review")
        _, address = self.serve("--repository-root", self.folder, "--tokens", self.path("tokens"),
                                "--store", "sqlite:" + self.path("reviews.db"))
        patch = self.git(repository, "diff", "HEAD~1", "HEAD")
        flags = ["--gateway", address, "--gateway-token-file", path]
        for change in (["--repo", repository, "HEAD~1..HEAD"], ["-"]):
            kept = self.review(*change, *flags, "--keep", stdin=patch)
            self.assertIn(kept.code, (1, 3), kept.message)
            self.assertRegex(kept.message, r"allreview: kept as \w{26}\n")
            once = self.review(*change, *flags, stdin=patch)
            self.assertEqual(kept.code, once.code)
            self.assertEqual(kept.out.split(b"\n")[0], once.out.split(b"\n")[0])
            again = self.review(*change, *flags, "--keep", stdin=patch)
            self.assertIn("was kept already as ", again.message)
            self.assertEqual(again.out, kept.out)

    def test_what_a_kept_review_cannot_do(self):
        for flags, problem in ([["--keep"], "--keep needs --gateway"],
                               [["--keep", "--gateway=127.0.0.1:1", "--severity=P0"],
                                "--severity does not go with --keep"],
                               [["--gateway-token-file=x"],
                                "--gateway-token-file needs --gateway"]):
            run = self.review("--repo", self.folder, *flags)
            self.assertEqual(run.code, 2, run.message)
            self.assertIn(problem, run.message)

    def test_it_ends_cleanly_when_told_to(self):
        process, address = self.serve()
        self.assertEqual(self.run_program("rules", "--gateway", address).code, 0)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 0)
        log = self.server_log.read().decode()
        self.assertIn("msg=\"request\" method=/allreview.review.v1.ReviewService/ListRules",
                      log.replace("msg=request", "msg=\"request\""))
        self.assertIn("stopped", log)

    def test_an_address_in_use(self):
        _, address = self.serve()
        run = self.run_program("serve", "--listen", address)
        self.assertEqual(run.code, 4)
        self.assertIn(address, run.message)


if __name__ == "__main__":
    harness.main()
