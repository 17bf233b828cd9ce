"""Kills every process of a deployment at random moments, and counts what was lost or done twice.

usage: chaos.py PROGRAM FAKE_GITHUB GATEWAY [--kills=345] [--pulls=40] [--seed=1]

Two servers with two workers each and one redis-server that writes each command to the disk stand
before a fake GitHub. Pushes go on all the time; between them one of the three is killed (SIGKILL)
and started again, each more than a hundred times. A webhook that is not answered is sent again, as
GitHub's redelivery would. At the end each pull request must have exactly one review of ours for its
last head that it needs, each finding exactly one open comment, the check run of the last head must
be completed, and no job may be left. (A review has at most ten comments, so a pull request must not
get more than twenty pushes: --pulls.)

Prints one line for each kill and a table at the end; exits with 1 when something was lost or came
twice.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import harness
import platform_processes as platform

MARKER = re.compile(r"<!-- allreview:v1 [^>]*fp=([0-9a-f]+)")

# Each push of a pull request adds one function; the odd ones have a finding.
FUNCTION = """

def step_{n}(into={default}):
    return into
"""


def environment_in(folder):
    """Nothing of this machine's git or user configuration."""
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A Writer", "GIT_AUTHOR_EMAIL": "writer@example.com",
            "GIT_COMMITTER_NAME": "A Writer", "GIT_COMMITTER_EMAIL": "writer@example.com"}


class Deployment:
    def __init__(self, options, folder):
        self.folder = folder
        self.options = options
        self.environment = environment_in(folder)
        self.redis = platform.Redis(os.path.join(folder, "redis"))
        self.github = platform.GitHub(options.fake_github, self.environment)
        self.write("token", "a-token\n")
        self.write("secret", platform.SECRET + "\n")
        self.servers = [self.start_server(), self.start_server()]
        self.random = random.Random(options.seed)

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(content)

    def start_server(self):
        path = lambda name: os.path.join(self.folder, name)
        return platform.Server(
            self.options.program, self.environment, "serve", "--listen=127.0.0.1:0",
            "--http-listen=127.0.0.1:0", "--store=" + self.redis.url, "--workers=2",
            "--github-api=" + self.github.base, "--github-token-file=" + path("token"),
            "--github-webhook-secret-file=" + path("secret"))

    def kill_one(self):
        """The name of what was killed; it runs again when this returns."""
        victim = self.random.choice(["server 1", "server 2", "redis"])
        if victim == "redis":
            self.redis.process.kill()
            self.redis.start()
        else:
            index = int(victim[-1]) - 1
            self.servers[index].process.kill()
            self.servers[index] = self.start_server()
        return victim

    def push_webhook(self, number, action):
        """Until some server has taken it."""
        def is_taken():
            server = self.random.choice(self.servers)
            try:
                return self.github.webhook(server, number=number, action=action) in (200, 202)
            except AssertionError:  # The connection was refused.
                return False
        platform.until(is_taken, "a server that takes the webhook")

    def stop(self):
        for server in self.servers:
            server.process.kill()
        self.redis.process.kill()
        self.github.process.kill()


class Pull:
    """A pull request with a branch of its own in one repository."""

    def __init__(self, deployment, number):
        self.deployment = deployment
        self.number = number
        self.pushes = 0
        self.folder = os.path.join(deployment.folder, "train-%d" % number)
        os.mkdir(self.folder)
        self.git("init", "-q", "-b", "main", ".")
        # Its own content: equal commits would share their check runs.
        self.append('"""Steps of pull request %d."""\n' % number)
        self.commit("Begin")

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.folder, *arguments], check=True,
                              env=self.deployment.environment, stdout=subprocess.PIPE,
                              timeout=60).stdout.decode()

    def append(self, text):
        with open(os.path.join(self.folder, "steps.py"), "a", encoding="utf-8") as file:
            file.write(text)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def push(self):
        self.pushes += 1
        self.append(FUNCTION.format(n=self.pushes,
                                    default="{}" if self.pushes % 2 else "None"))
        self.commit("Add step %d" % self.pushes)
        self.deployment.github.add_pull(
            self.folder, number=self.number, base="HEAD~%d" % self.pushes, head="HEAD",
            title="Steps of %d" % self.number)
        self.deployment.push_webhook(self.number, "opened" if self.pushes == 1 else "synchronize")

    @property
    def head(self):
        return self.git("rev-parse", "HEAD").strip()


def faults_of(pull, state):
    """What was lost or came twice for one pull request, as sentences."""
    faults = []
    seen = next(p for p in state["pulls"] if p["number"] == pull.number)
    reviews = collections.Counter(review["commit_id"] for review in seen["reviews"])
    for commit, count in reviews.items():
        if count > 1:
            faults.append("%d reviews of commit %s" % (count, commit[:9]))
    if any(review["state"] == "PENDING" for review in seen["reviews"]):
        faults.append("a pending review is left")
    comments = collections.Counter()
    for comment in seen["comments"]:
        match = MARKER.search(comment["body"])
        if match and not comment["in_reply_to"]:
            comments[match.group(1)] += 1
    for fingerprint, count in comments.items():
        if count > 1:
            faults.append("finding %s has %d comments" % (fingerprint[:8], count))
    wanted = (pull.pushes + 1) // 2
    if len(comments) != wanted:
        faults.append("%d findings have comments, wanted %d" % (len(comments), wanted))
    runs = [run for run in state["check_runs"] if run["head_sha"] == seen["head"]]
    if [run.get("status") for run in runs] != ["completed"]:
        faults.append("check runs of the last head: %s" % [run.get("status") for run in runs])
    return faults


def settle(deployment, pulls):
    """Until every last head has its check run, and nothing waits."""
    def is_settled():
        state = deployment.github.state()
        done = {run["head_sha"] for run in state["check_runs"] if run.get("status") == "completed"}
        heads = {p["number"]: p["head"] for p in state["pulls"]}
        return all(heads[pull.number] in done for pull in pulls)
    platform.until(is_settled, "the last reviews", limit=600)


def run(options, folder):
    deployment = Deployment(options, folder)
    pulls = [Pull(deployment, number + 1) for number in range(options.pulls)]
    kills = collections.Counter()
    try:
        for round_number in range(options.kills):
            pull = deployment.random.choice(pulls)
            pull.push()
            # Anywhere in the work: it takes tens of milliseconds.
            platform.threading.Event().wait(deployment.random.random() * 0.4)
            victim = deployment.kill_one()
            kills[victim] += 1
            print("kill %3d: %s, after push %d of #%d" % (
                round_number + 1, victim, pull.pushes, pull.number), flush=True)
        for pull in pulls:
            if pull.pushes == 0:
                pull.push()
        settle(deployment, pulls)
        letters = deployment.servers[0].get("/api/v1/dead-letters").get("letters", [])
        state = deployment.github.state()
        faults = ["#%d: %s" % (pull.number, fault)
                  for pull in pulls for fault in faults_of(pull, state)]
        faults += ["dead letter: " + letter["reason"] for letter in letters]
        print("\nkilled: %s" % ", ".join("%s %d" % item for item in sorted(kills.items())))
        print("pushes: %d, reviews: %d, comments: %d" % (
            sum(pull.pushes for pull in pulls),
            sum(len(p["reviews"]) for p in state["pulls"]),
            sum(len(p["comments"]) for p in state["pulls"])))
        for fault in faults:
            print("FAULT " + fault)
        print("lost or twice: %d" % len(faults))
        return 1 if faults else 0
    finally:
        deployment.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("fake_github")
    parser.add_argument("gateway")
    parser.add_argument("--kills", type=int, default=345)
    parser.add_argument("--pulls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.fake_github = os.path.abspath(options.fake_github)
    folder = tempfile.mkdtemp(prefix="allreview-chaos-")
    try:
        return run(options, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
