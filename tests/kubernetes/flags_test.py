"""Every flag that a manifest passes exists in the program that it is passed to, by its own --help,
and the flags that a program cannot do without in a cluster are passed."""

import copy
import functools
import os
import re
import subprocess
import sys
import unittest

import manifests as m

FOLDER = sys.argv.pop(1)
PROGRAMS = {os.path.basename(path): path for path in sys.argv[1:]}
del sys.argv[1:]

SERVER = {"listen", "health_listen", "metrics_listen", "drain_seconds"}
HUB = SERVER | {"store", "workers", "public_url", "github_app_id", "github_app_key_file",
                "retention_days", "policy"}
BUDGET = {"review_cpu_seconds", "review_memory"}
SPOKES = {"pull_request", "diff", "analysis", "report", "numerics"}
REQUIRED = {
    "allreview": HUB | BUDGET | {"http_listen", "tokens", "facts", "rules", "github_webhook_secret_file"},
    "allreview-gateway": HUB | SPOKES,
    "allreview-pull-request": SERVER | {"cache_dir"},
    "allreview-diff": SERVER,
    # As many threads as the limit gives: the node's cores are not the container's.
    "allreview-analysis": SERVER | BUDGET | {"facts", "policy", "rules", "threads"},
    "allreview-report": SERVER,
    "allreview-numerics": SERVER | {"threads"},
}
FLAG = re.compile(r"^  --([a-z0-9_-]+)(=\S+)?", re.MULTILINE)


@functools.lru_cache(maxsize=None)
def known_flags(program, command):
    """{name: whether it takes a value}, by the program's own help."""
    words = [PROGRAMS[program]] + ([command] if command else []) + ["--help"]
    text = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.decode()
    return {name.replace("-", "_"): bool(value) for name, value in FLAG.findall(text)}


def problems(manifests):
    result = []
    for workload in m.workloads(manifests):
        program, command = m.program(workload)
        if not program.startswith("allreview"):
            continue
        known = known_flags(program, command)
        given = m.flags(manifests, workload)
        for name, value in given:
            if name not in known:
                result.append("%s: %s knows no --%s" % (m.title(workload), program, name))
            elif known[name] != bool(value):
                result.append("%s: --%s=%s: a value %s wanted"
                              % (m.title(workload), name, value, "is" if known[name] else "is not"))
        result += ["%s: no --%s" % (m.title(workload), name)
                   for name in sorted(REQUIRED[program] - {name for name, _ in given})]
    return result


class Flags(unittest.TestCase):
    def test_of_every_manifest_exist(self):
        for overlay in m.OVERLAYS:
            with self.subTest(overlay):
                self.assertEqual(problems(m.render(FOLDER, overlay)), [])

    def test_that_are_wrong_are_refused(self):
        large = m.render(FOLDER, "large")
        for old, new, message in [
                ("--threads=2", "--thread=2", "allreview-analysis knows no --thread"),
                ("--threads=2", "--threads", "--threads=: a value is wanted"),
                ("--threads=2", "", "Deployment/analysis: no --threads")]:
            with self.subTest(new):
                broken = copy.deepcopy(large)
                arguments = m.main_container(m.named(broken, "Deployment", "analysis"))["args"]
                arguments[arguments.index(old)] = new
                self.assertIn(message, "\n".join(problems(broken)))

    def test_in_flag_files_are_looked_at(self):
        broken = m.render(FOLDER, "large")
        for config in m.of_kind(broken, "ConfigMap"):
            if "hub.flags" in config["data"]:
                config["data"]["hub.flags"] += "--no_such_flag=1\n"
        self.assertIn("allreview-gateway knows no --no_such_flag", "\n".join(problems(broken)))


if __name__ == "__main__":
    reason = m.missing_tool()
    if reason:
        print("SKIPPED: " + reason)
        sys.exit(0)
    unittest.main(argv=[os.path.basename(__file__)])
