"""Submits more at once than may wait, and measures how long /healthz takes meanwhile.

usage: overload.py PROGRAM FAKE_GITHUB GATEWAY [--submissions=500] [--tokens=1] [--clients=64]
                   [--max_waiting_per_token=500] [--flag=--workers=2 ...]

Every submission is another patch, so each is work of its own. Prints what became of them, and the
median, the 99th percentile and the worst time of /healthz while they came and while they were worked
on, asked one after another on a connection by a process of its own. Exits with 1 when one was neither
accepted nor refused with 429 or 503, when an accepted one did not end, or when /healthz failed.
"""

import argparse
import base64
import collections
import http.client
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import chaos
import platform_processes as platform

PATCH = """\
diff --git a/train/loss_%(n)d.py b/train/loss_%(n)d.py
new file mode 100644
--- /dev/null
+++ b/train/loss_%(n)d.py
@@ -0,0 +1,6 @@
+import torch.nn.functional as F
+
+
+def loss(logits, labels):
+    scores = F.softmax(logits, dim=-1)
+    return F.cross_entropy(scores, labels)
"""

Answer = collections.namedtuple("Answer", "number token status headers body")


def make_tokens(program, environment, count):
    """(tokens, the lines of their file)."""
    tokens, lines = [], []
    for i in range(count):
        run = subprocess.run(
            [program, "tokens", "new", "--name=caller-%d" % i, "--scopes=read,review"],
            env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        token, line = re.search(r"token: (\S+)\nline for the file of tokens: (.*)\n",
                                run.stdout.decode()).groups()
        tokens.append(token)
        lines.append(line + "\n")
    return tokens, "".join(lines)


def submit_all(base, tokens, count, clients):
    """Submits `count` patches, `clients` at a time, tokens in turn. One Answer each; status 0: the
    server did not answer."""
    numbers = iter(range(count))
    lock = threading.Lock()
    answers = []

    def work():
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            token = tokens[number % len(tokens)]
            patch = base64.b64encode((PATCH % {"n": number}).encode()).decode()
            try:
                status, headers, body = platform.call(
                    base, "POST", "/api/v1/reviews", {"ref": {"patch": {"text": patch}}},
                    {"Authorization": "Bearer " + token})
            except OSError as error:
                status, headers, body = 0, {}, str(error).encode()
            with lock:
                answers.append(Answer(number, token, status, headers, body))

    threads = [threading.Thread(target=work) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def ids_of(answers):
    return [json.loads(answer.body)["review"]["id"] for answer in answers
            if answer.status in (200, 202)]


def _probe(base, pause, results, end):
    url = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
    times = []
    failures = []
    while not end.is_set():
        start = time.monotonic()
        try:
            connection.request("GET", "/healthz")
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                failures.append("status %d" % answer.status)
        except (OSError, http.client.HTTPException) as error:
            failures.append(str(error))
            connection.close()
        times.append(time.monotonic() - start)
        end.wait(pause)
    connection.close()
    results.put((times, failures))


class HealthProbe:
    """Asks for /healthz until stop(), by a process of its own: threads of this one would wait for
    each other."""

    def __init__(self, base, pause=0.002):
        context = multiprocessing.get_context("fork")
        self._results = context.Queue()
        self._end = context.Event()
        self._process = context.Process(target=_probe, args=(base, pause, self._results, self._end))
        self._process.start()

    def stop(self):
        """(times in seconds, failures)."""
        self._end.set()
        results = self._results.get()
        self._process.join()
        return results


def describe(what, times, failures):
    times = sorted(times)
    at = lambda share: 1000 * times[min(len(times) - 1, int(len(times) * share))]
    return "healthz while %s: %d asked, median %.2f ms, 99 %% %.2f ms, worst %.2f ms, %d failed" % (
        what, len(times), at(0.5), at(0.99), 1000 * times[-1], len(failures))


def run(options, folder):
    environment = chaos.environment_in(folder)
    tokens, lines = make_tokens(options.program, environment, options.tokens)
    path = os.path.join(folder, "tokens")
    with open(path, "w", encoding="utf-8") as file:
        file.write(lines)
    server = platform.Server(
        options.program, environment, "serve", "--listen=127.0.0.1:0",
        "--http-listen=127.0.0.1:0", "--metrics-listen=127.0.0.1:0",
        "--store=sqlite:" + os.path.join(folder, "db"), "--tokens=" + path,
        "--max-waiting-per-token=%d" % options.max_waiting_per_token, *options.flag)
    server.token = tokens[0]
    faults = []
    try:
        probe = HealthProbe(server.http)
        start = time.monotonic()
        answers = submit_all(server.http, tokens, options.submissions, options.clients)
        submitted = time.monotonic() - start
        while_submitting = probe.stop()
        probe = HealthProbe(server.http)
        ids = ids_of(answers)
        ended = [server.wait_for_end(review)["state"] for review in ids]
        worked = time.monotonic() - start
        while_working = probe.stop()
    finally:
        server.process.stop()
    statuses = collections.Counter(answer.status for answer in answers)
    waits = sorted({answer.headers.get("Retry-After") for answer in answers
                    if answer.status in (429, 503)}, key=str)
    print("%d submissions of %d tokens by %d clients in %.1f s: %s; Retry-After %s" % (
        options.submissions, options.tokens, options.clients, submitted,
        ", ".join("%d x %d" % (number, status) for status, number in sorted(statuses.items())),
        ", ".join(map(str, waits)) or "-"))
    print("%d accepted reviews ended after %.1f s: %s" % (
        len(ids), worked, dict(collections.Counter(ended))))
    for what, (times, failures) in (("they came", while_submitting),
                                    ("they were worked on", while_working)):
        print(describe(what, times, failures))
        faults += failures
    faults += ["status %d: %r" % (answer.status, answer.body[:300]) for answer in answers
               if answer.status not in (200, 202, 429, 503)]
    faults += ["a review ended as " + state for state in ended if state != "REVIEW_STATE_DONE"]
    if len(set(ids)) != len(ids):
        faults.append("two submissions are one review")
    for fault in faults:
        print("FAULT " + fault)
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("fake_github")
    parser.add_argument("gateway")
    parser.add_argument("--submissions", type=int, default=500)
    parser.add_argument("--tokens", type=int, default=1)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--max_waiting_per_token", type=int, default=500)
    parser.add_argument("--flag", action="append", default=[])
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    folder = tempfile.mkdtemp(prefix="allreview-overload-")
    try:
        return run(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
