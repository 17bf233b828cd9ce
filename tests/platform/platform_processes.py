"""A server that keeps reviews, a fake GitHub, and what stands around them, as real processes.

    class Webhooks(platform_processes.Case):
        def test_push(self):
            github = self.github(self.sample())
            server = self.server(github)
            github.webhook(server, number=7)
            review = server.wait_for_reviews(1)[0]

Ports are chosen by the system. Nothing sleeps to wait: what must happen is announced by a log line,
by the events of a review, or asked for again with a growing pause until a limit that is far longer
than any machine needs.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import harness

SECRET = "It's a Secret to Everybody"
LIMIT_SECONDS = 120


def until(condition, what, limit=LIMIT_SECONDS):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + limit
    pause = 0.02
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError("waited %d s for %s" % (limit, what))
        threading.Event().wait(pause)
        pause = min(pause * 1.5, 0.5)


def call(base, method, path, body=None, headers=None, limit=60):
    """(status, headers, body) of one HTTP request; raises OSError when there is no answer."""
    url = urllib.parse.urlsplit(base)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=limit)
    try:
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers["Content-Type"] = "application/json"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    except http.client.HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        connection.close()


class Process:
    """A child whose output is read by a thread, so that it never blocks."""

    def __init__(self, arguments, environment, stdin=None):
        self.arguments = arguments
        self.lines = []
        self._news = threading.Condition()
        self._process = subprocess.Popen(arguments, env=environment, stdin=stdin,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._news:
                self.lines.append(line.decode("utf-8", "replace"))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    @property
    def pid(self):
        return self._process.pid

    def wait_for_line(self, pattern):
        """The match of the first line, old or new."""
        seen = 0
        end = time.monotonic() + LIMIT_SECONDS
        with self._news:
            while True:
                for line in self.lines[seen:]:
                    match = re.search(pattern, line)
                    if match:
                        return match
                seen = len(self.lines)
                if self._process.poll() is not None and not self._reader.is_alive():
                    raise AssertionError("%s ended with %s:\n%s" % (
                        self.arguments[0], self._process.returncode, "".join(self.lines)))
                if time.monotonic() > end:
                    raise AssertionError("no line like %r:\n%s" % (pattern, "".join(self.lines)))
                self._news.wait(1)

    def kill(self):
        """As a crash: nothing can be put in order."""
        self._process.kill()
        self._process.wait()
        self._close()

    def stop(self):
        """As a deployment does. Returns the exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(timeout=LIMIT_SECONDS)
        self._close()
        return code

    def _close(self):
        self._reader.join()
        self._process.stdout.close()
        if self._process.stdin:
            self._process.stdin.close()

    def is_running(self):
        return self._process.poll() is None

    def resident_bytes(self):
        with open("/proc/%d/statm" % self.pid, encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class GitHub:
    """The fake GitHub; see tests/fakes/github_control.h."""

    def __init__(self, program, environment, *flags):
        self.process = Process([program, *flags], environment, stdin=subprocess.PIPE)
        self.base = self.process.wait_for_line(r"listening on (http://\S+)").group(1)

    def control(self, method, path, body=None):
        status, _, content = call(self.base, method, "/_fake/" + path, body)
        answer = json.loads(content) if content else {}
        if status >= 400:
            raise AssertionError("%s %s: %s" % (method, path, answer))
        return answer

    def add_pull(self, repository, **fields):
        return self.control("POST", "pulls", {"repository": repository, **fields})

    def state(self):
        return self.control("GET", "state")

    def pull(self, number):
        return next(pull for pull in self.state()["pulls"] if pull["number"] == number)

    def webhook(self, server, **fields):
        """Sends a delivery; its status. 0: the server did not answer."""
        sent = self.control("POST", "webhook", {
            "url": server.http + "/webhooks/github", "secret": SECRET, **fields})
        return sent.get("status", 0)


class Server:
    """`allreview serve`, or another program with the same flags."""

    def __init__(self, program, environment, *flags):
        self.process = Process([program, *flags], environment)
        self.http = "http://" + self.process.wait_for_line(
            r'msg="serving http" address=(\S+)').group(1)
        serving = self.process.wait_for_line(r'msg="?serving"? address=(\S+).* metrics=(\S+)')
        self.grpc = serving.group(1)
        self.metrics = "http://" + serving.group(2)

    token = None  # Sent with each call.

    def call(self, method, path, body=None, headers=None):
        if self.token is not None:
            headers = {"Authorization": "Bearer " + self.token, **(headers or {})}
        return call(self.http, method, path, body, headers)

    def get(self, path):
        status, _, body = self.call("GET", path)
        if status != 200:
            raise AssertionError("GET %s: %d %s" % (path, status, body[:500]))
        return json.loads(body)

    def reviews(self):
        return self.get("/api/v1/reviews").get("reviews", [])

    def wait_for_end(self, review_id):
        """Follows the events of a review; its last state."""
        def ended():
            review = self.get("/api/v1/reviews/%s?is_summary_only=true" % review_id)["summary"]
            pending = review.get("publication", {}).get("state") == "STATE_PENDING"
            done = review["state"] not in ("REVIEW_STATE_QUEUED", "REVIEW_STATE_RUNNING")
            return review if done and not (review["state"] == "REVIEW_STATE_DONE" and pending) \
                else None
        return until(ended, "the end of review " + review_id)

    def wait_for_reviews(self, count):
        """Until so many reviews have ended; newest first."""
        until(lambda: len(self.reviews()) >= count, "%d reviews" % count)
        return [self.wait_for_end(review["id"]) for review in self.reviews()]


class Redis:
    """A real redis-server that writes each command to the disk before it answers."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.process = Process(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder,
             "--save", "", "--appendonly", "yes", "--appendfsync", "always"],
            {"PATH": "/usr/bin:/bin"})
        self.process.wait_for_line("Ready to accept connections")

    @property
    def url(self):
        return "redis://127.0.0.1:%d/0" % self.port


class Case(harness.Case):
    """harness.DATA[0] is the fake GitHub."""

    def github(self, repository=None, *flags, **pull):
        github = GitHub(harness.DATA[0], self.environment, *flags)
        self.addCleanup(github.process.kill)
        if repository is not None:
            github.add_pull(repository, **{"number": 7, "base": "HEAD~1", "head": "HEAD", **pull})
        return github

    def server(self, github=None, *flags, program=None, store=None, metrics_port=0):
        arguments = ["--listen=127.0.0.1:0", "--http-listen=127.0.0.1:0",
                     "--metrics-listen=127.0.0.1:%d" % metrics_port,
                     "--store=" + (store or "sqlite:" + self.path("reviews.db"))]
        if github is not None:
            arguments += ["--github-api=" + github.base,
                          "--github-token-file=" + self.write(self.path("token"), "a-token\n"),
                          "--github-webhook-secret-file="
                          + self.write(self.path("secret"), SECRET + "\n")]
        command = [program or harness.PROGRAM] + ([] if program else ["serve"])
        server = Server(command[0], self.environment, *command[1:], *arguments, *flags)
        self.addCleanup(server.process.kill)
        return server


def main():
    sys.dont_write_bytecode = True
    harness.main()
