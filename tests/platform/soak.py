"""Keeps a server busy for a long time, and watches its memory, its store and its answers.

usage: soak.py PROGRAM FAKE_GITHUB GATEWAY [--minutes=30] [--in_flight=4] [--store=URL]

Pull requests get pushes one after another, as many at the same time as --in_flight; each push goes in
as a webhook and is awaited until its review, comments and check run are on the fake GitHub. Every ten
seconds a line says how many there were and what the server's memory is. At the end: nothing lost,
nothing twice, and the resident memory of the last third against the second.
Exits with 1 when something was lost or came twice, or memory grew by more than a tenth.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time

import chaos
import platform_processes as platform


class Deployment:
    """One server with its store."""

    def __init__(self, options, folder):
        self.folder = folder
        self.environment = chaos.environment_in(folder)
        self.github = platform.GitHub(options.fake_github, self.environment)
        path = lambda name: os.path.join(folder, name)
        for name, content in (("token", "a-token\n"), ("secret", platform.SECRET + "\n")):
            with open(path(name), "w", encoding="utf-8") as file:
                file.write(content)
        self.server = platform.Server(
            options.program, self.environment, "serve", "--listen=127.0.0.1:0",
            "--http-listen=127.0.0.1:0", "--store=" + (options.store or "sqlite:" + path("db")),
            "--workers=%d" % options.in_flight,
            # As GitHub Enterprise: github.com lets an hour have 500 new pieces of content.
            "--github-api=" + self.github.base + "/api/v3",
            "--github-token-file=" + path("token"),
            "--github-webhook-secret-file=" + path("secret"))

    def push_webhook(self, number, action):
        status = self.github.webhook(self.server, number=number, action=action)
        if status not in (200, 202):
            raise AssertionError("the webhook was answered with %d" % status)

    def stop(self):
        self.server.process.kill()
        self.github.process.kill()


class Soak:
    def __init__(self, options, deployment):
        self.options = options
        self.deployment = deployment
        self.end = time.monotonic() + 60 * options.minutes
        self.pushes = 0
        self.seconds = []
        self.memory = []
        self.failures = []
        self.lock = threading.Lock()

    def work(self, first_number):
        """One push after another, on a new pull request after twenty."""
        number = first_number
        pull = chaos.Pull(self.deployment, number)
        try:
            while time.monotonic() < self.end:
                if pull.pushes == 20:
                    self.check(pull)
                    shutil.rmtree(pull.folder)
                    number += self.options.in_flight
                    pull = chaos.Pull(self.deployment, number)
                start = time.monotonic()
                pull.push()
                platform.until(lambda: self.is_published(pull), "the check run of a push")
                with self.lock:
                    self.pushes += 1
                    self.seconds.append(time.monotonic() - start)
            self.check(pull)
        except AssertionError as error:
            self.failures.append(str(error))

    def is_published(self, pull):
        status, _, body = platform.call(
            self.deployment.github.base, "GET",
            "/repos/acme/train/commits/%s/check-runs" % pull.head, headers={
                "User-Agent": "soak", "Authorization": "Bearer a-token"})
        runs = platform.json.loads(body).get("check_runs", []) if status == 200 else []
        return any(run.get("status") == "completed" for run in runs)

    def check(self, pull):
        faults = chaos.faults_of(pull, self.deployment.github.state())
        self.failures += ["#%d: %s" % (pull.number, fault) for fault in faults]

    def watch(self):
        start = time.monotonic()
        while time.monotonic() < self.end:
            threading.Event().wait(10)
            self.memory.append(self.deployment.server.process.resident_bytes() / 1e6)
            with self.lock:
                print("%4d s: %d pushes, %.0f MB" % (
                    time.monotonic() - start, self.pushes, self.memory[-1]), flush=True)

    def run(self):
        threads = [threading.Thread(target=self.work, args=(i + 1,))
                   for i in range(self.options.in_flight)]
        for thread in threads:
            thread.start()
        self.watch()
        for thread in threads:
            thread.join()
        third = max(1, len(self.memory) // 3)
        middle = statistics.median(self.memory[third:2 * third] or self.memory)
        last = statistics.median(self.memory[2 * third:] or self.memory)
        self.seconds.sort()
        print("\npushes: %d, from webhook to check run: median %.1f s, p95 %.1f s" % (
            self.pushes, statistics.median(self.seconds),
            self.seconds[int(len(self.seconds) * 0.95)]))
        print("memory: %.0f MB in the second third, %.0f MB in the last (%+.1f %%)" % (
            middle, last, 100 * (last / middle - 1)))
        for failure in self.failures:
            print("FAULT " + failure)
        print("lost or twice: %d" % len(self.failures))
        return 1 if self.failures or last > 1.1 * middle else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("fake_github")
    parser.add_argument("gateway")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--in_flight", type=int, default=4)
    parser.add_argument("--store", default="")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.fake_github = os.path.abspath(options.fake_github)
    folder = tempfile.mkdtemp(prefix="allreview-soak-")
    deployment = Deployment(options, folder)
    try:
        return Soak(options, deployment).run()
    finally:
        deployment.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
