#!/usr/bin/env python3
"""What each service uses: CPU seconds per review, memory when idle and at its most.

usage: measure_services.py --binaries DIR --repo DIR [--commits FILE] [--count N] [--at-once N]

Starts a gateway and the five services on loopback ports, reviews commits through the gateway, and
reads /proc. DIR holds the programs, as the package puts them into /usr/bin.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

import measure_reviews

SPOKES = ["pull-request", "diff", "analysis", "report", "numerics"]
TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    def __init__(self, options, name, arguments, folder):
        self.name = name
        self.log = os.path.join(folder, name + ".log")
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [os.path.join(options.binaries, "allreview-" + name), "--listen=127.0.0.1:0", *arguments],
                stdin=subprocess.DEVNULL, stderr=log)

    def address(self):
        """Where it serves; waits until it does."""
        for _ in range(600):
            with open(self.log, encoding="utf-8") as log:
                found = re.search(r'msg="serving" address=(\S+)', log.read())
            if found:
                return found.group(1)
            time.sleep(0.05)
        sys.exit("%s does not start; see %s" % (self.name, self.log))

    def cpu_seconds(self):
        with open("/proc/%d/stat" % self.process.pid, encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return sum(int(fields[place]) for place in (11, 12, 13, 14)) / TICKS  # With its children.

    def mebibytes(self, field):
        with open("/proc/%d/status" % self.process.pid, encoding="utf-8") as file:
            return int(re.search(field + r":\s+(\d+) kB", file.read()).group(1)) / 1024


def start(options, folder):
    special = {"pull-request": ["--repository_root=" + options.repo],
               "analysis": ["--facts=" + os.path.join(folder, "facts.map")]}
    services = [Service(options, name, special.get(name, []), folder) for name in SPOKES]
    hub = ["--%s=%s" % (service.name.replace("-", "_"), service.address()) for service in services]
    return services + [Service(options, "gateway", hub, folder)]


def review(options, address, commit):
    subprocess.run([os.path.join(options.binaries, "allreview"), "review", "--quiet", "--format=json",
                    "--fail-on=none", "--gateway=" + address, "--repo", options.repo,
                    "%s~1..%s" % (commit, commit)], stdout=subprocess.DEVNULL, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--commits")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--at-once", type=int, default=1)
    options = parser.parse_args()
    commits = measure_reviews.commits_of(options)
    with tempfile.TemporaryDirectory() as folder:
        services = start(options, folder)
        address = services[-1].address()
        idle = [service.mebibytes("VmRSS") for service in services]
        review(options, address, commits[0])  # Fills the cache of facts.
        before = [service.cpu_seconds() for service in services]
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
            list(pool.map(lambda commit: review(options, address, commit), commits[1:]))
        print("| service | CPU ms per review | idle MiB | now MiB | most MiB |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for service, cpu, rest in zip(services, before, idle):
            spent = (service.cpu_seconds() - cpu) / (len(commits) - 1)
            print("| %s | %.0f | %.0f | %.0f | %.0f |" % (
                service.name, 1000 * spent, rest, service.mebibytes("VmRSS"),
                service.mebibytes("VmHWM")))
        for service in services:
            service.process.terminate()
            service.process.wait()


if __name__ == "__main__":
    main()
