"""Every command line of the manifests starts its program and makes it ready: with the flags as they
are, but for paths, ports and addresses, which are those of this machine."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

import grpc_health
import local_pods
import manifests as m
import network

FOLDER, CERTIFICATES = sys.argv[1:3]
PROGRAMS = {os.path.basename(path): path for path in sys.argv[3:]}


# Nobody answers on port 1.
NOWHERE = {"$(GITHUB_API)": "http://127.0.0.1:1", "https://api.github.com": "http://127.0.0.1:1",
           **{"dns:///%s:%d" % item: "127.0.0.1:1" for item in network.SPOKES.items()}}


class CommandLines(unittest.TestCase):
    def start(self, manifests, workload, folder):
        """Starts a workload's program; returns its log up to "serving", or all of it."""
        program, command = m.program(workload)
        component = m.pod_labels(workload)["app.kubernetes.io/component"]
        store = {"redis://redis:6379/0": "sqlite:%s/%s.sqlite" % (folder, component)}
        flags = local_pods.flags_here(manifests, workload, folder, os.path.join(FOLDER, "base"),
                                      {**NOWHERE, **store})
        process = subprocess.Popen(
            [PROGRAMS[program]] + ([command] if command else []) + flags, stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", "ALLREVIEW_CACHE_DIR": folder})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        log = ""
        for line in process.stderr:
            log += line.decode()
            if 'msg="serving" ' in log:
                break
        return log

    def test_start_and_are_ready(self):
        for overlay in m.OVERLAYS:
            manifests = m.render(FOLDER, overlay)
            for workload in m.workloads(manifests):
                if not m.program(workload)[0].startswith("allreview"):
                    continue
                with self.subTest(overlay=overlay, workload=m.title(workload)), \
                        tempfile.TemporaryDirectory() as folder:
                    local_pods.make_secrets(CERTIFICATES, folder)
                    log = self.start(manifests, workload, folder)
                    self.assertIn('msg="serving" ', log)
                    health = re.search(r" health=(\S+)", log).group(1)
                    self.assertTrue(grpc_health.is_serving(health, "readiness"))

    def test_that_miss_a_secret_do_not_start(self):
        manifests = m.render(FOLDER, "large")
        with tempfile.TemporaryDirectory() as folder:
            log = self.start(manifests, m.named(manifests, "Deployment", "gateway"), folder)
        self.assertNotIn('msg="serving" ', log)
        self.assertIn("cannot serve", log)


if __name__ == "__main__":
    reason = m.missing_tool()
    if reason:
        print("SKIPPED: " + reason)
        sys.exit(0)
    unittest.main(argv=[os.path.basename(__file__)])
