"""Every query of the dashboards returns data from a real Prometheus that scraped a real server.

A server gets pushes, commands and votes from a fake GitHub; trouble comes from two more: one whose
services are all away, and one that wants a token.

Arguments: the program, the fake GitHub, the gateway, and the folders of dashboards and rules. With
ALLREVIEW_PREVIEW=FOLDER it runs for three minutes and draws the dashboards there.
"""

import json
import os
import sys
import time

import preview
import processes
import prometheus
from processes import harness

DASHBOARDS = ["review_trends.json", "operations.json"]
LIMIT_SECONDS = 220
PREVIEW = os.environ.get("ALLREVIEW_PREVIEW")
PREVIEW_SECONDS = 180
# Arithmetic, so that numerics has something to measure.
GATE = "import torch\n\n\ndef gate(x: torch.Tensor) -> torch.Tensor:\n    return x * torch.{}(x)\n"
# Findings of one rule, so many that votes against them put it on probation.
MANY = "".join(f"def step_{i}(into=[]):\n    return into\n\n\n" for i in range(24))
SPOKES = ("pull_request", "diff", "analysis", "report", "numerics")
NOWHERE = "127.0.0.1:1"  # Where nobody listens.


def queries(folder):
    for name in DASHBOARDS:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for panel in json.load(file)["panels"]:
                for target in panel.get("targets", []):
                    where = f"{panel['title']} {target['refId']}"
                    yield where, prometheus.plain(target["expr"])


class DashboardsLive(processes.Case):
    maxDiff = None

    def test_every_query_returns_data(self):
        dashboards, rules = harness.DATA[2:]
        self.start_all(rules)
        asked = list(queries(dashboards))
        self.assertGreaterEqual(len(asked), 80)
        self.assertEqual(len(dict(asked)), len(asked), "two panels of one title")
        self.assertEqual(self.ask_with_traffic(asked), [])
        self.check_real()
        if PREVIEW:
            self.draw(dashboards)

    def start_all(self, rules):
        self.repository = self.sample()
        self.pushes = 0
        self.fake = self.github(self.repository)
        webhooks = self.write(self.path("webhooks.yaml"), "webhooks:\n  - name: chat\n"
                              f"    url: http://{NOWHERE}/chat\n    format: text\n")
        self.allreview = self.server(self.fake, "--repository-root=" + self.folder,
                                     "--outgoing-webhooks=" + webhooks)
        # One whose services are all away, and one that asks for a token.
        self.lonely = self.server(None, *[f"--{spoke}={NOWHERE}" for spoke in SPOKES],
                                  program=harness.DATA[1],
                                  store="sqlite:" + self.path("lonely.db"))
        self.locked = self.server(None, "--tokens=" + self.write(self.path("tokens"), ""),
                                  store="sqlite:" + self.path("locked.db"))
        self.watch = prometheus.Prometheus(self.path(), rules, {
            "allreview-" + name: server.metrics.removeprefix("http://") for name, server in (
                ("serve", self.allreview), ("lonely", self.lonely), ("locked", self.locked))})
        self.addCleanup(self.watch.stop)

    def ask_with_traffic(self, asked):
        """Queries that had no answer until the time was over."""
        start = time.monotonic()
        while asked and time.monotonic() < start + LIMIT_SECONDS or (
                PREVIEW and time.monotonic() < start + PREVIEW_SECONDS):
            self.push()
            asked = [(where, query) for where, query in asked if not self.watch.values(query)]
        return asked

    def push(self):
        """A push, a comment, a vote, and somebody without the secret."""
        self.pushes += 1
        is_even = self.pushes % 2 == 0
        self.commit(self.repository, f"Change {self.pushes}", {
            "train/options.py": harness.OPTIONS_BEFORE if is_even else harness.OPTIONS_AFTER,
            "train/loss.py": harness.LOSS_BEFORE if is_even else harness.LOSS_AFTER,
            f"train/gate{self.pushes % 3}.py": GATE.format("sigmoid" if is_even else "exp"),
            **({"train/many.py": MANY} if self.pushes == 1 else {})})
        # Every other push mends what the one before it broke.
        number = 100 + (self.pushes - 1) // 2
        self.fake.add_pull(self.repository, number=number, base="HEAD~2" if is_even else "HEAD~1",
                           head="HEAD")
        self.fake.control("POST", "faults", {
            "method": "GET", "path_end": f"/pulls/{number}", "status": 502, "times": 1})
        action = "synchronize" if is_even else "opened"
        self.fake.webhook(self.allreview, number=number, action=action)
        self.fake.webhook(self.allreview, number=number, signature="sha256=" + "0" * 64)
        said = self.fake.control("POST", "people", {
            "number": number, "action": "say", "user": "mara", "body": "/allreview help"})
        self.fake.webhook(self.allreview, number=number, event="issue_comment", action="created",
                          comment_body="/allreview help", comment_id=said.get("comment_id", said.get("id", 1)))
        reviews = self.allreview.wait_for_reviews(1)
        self.vote(reviews[0]["id"])
        self.allreview.call("GET", f"/api/v1/reviews/{reviews[0]['id']}/events")
        self.mend()
        self.cause_trouble()

    def mend(self):
        """A pull request whose second push, after a review to the end, mends what the first broke."""
        number = 1000 + self.pushes
        for count, (action, loss) in enumerate((("opened", harness.LOSS_AFTER),
                                                ("synchronize", harness.LOSS_BEFORE)), start=1):
            self.commit(self.repository, f"{action} {number}",
                        {f"train/mended{number}.py": loss})
            self.fake.add_pull(self.repository, number=number, base=f"HEAD~{count}", head="HEAD")
            self.fake.webhook(self.allreview, number=number, action=action)
            processes.platform_processes.until(
                lambda: len(self.reviews_of(number)) == count, "the review")
            self.allreview.wait_for_end(self.reviews_of(number)[0]["id"])

    def reviews_of(self, number):
        return [review for review in self.allreview.reviews()
                if int(review.get("number", 0)) == number]

    def cause_trouble(self):
        self.allreview.call("GET", "/api/v1/no-such-thing")
        self.allreview.call("GET", "/", headers={"X-Long": "x" * 20000})
        self.locked.call("GET", "/api/v1/reviews")
        self.review("--gateway", self.lonely.grpc, "--repo", self.repository, "HEAD~1..HEAD")

    def vote(self, review_id):
        review = self.allreview.get(f"/api/v1/reviews/{review_id}")["review"]
        for finding in review.get("findings", []):
            self.allreview.call("POST", f"/api/v1/reviews/{review_id}/feedback", {
                "fingerprint": finding["fingerprint"], "vote": "VOTE_NOT_USEFUL"},
                                {"Content-Type": "application/json"})

    def check_real(self):
        """Against empty answers that look like some."""
        for query in ['allreview_reviews_total{repository="acme/train"} > 1',
                      "sum(allreview_repository_findings_total) > 1",
                      'sum(allreview_publications_total{result="published"}) >= 1',
                      'sum(allreview_jobs_total{result="done"}) >= 1',
                      'sum(allreview_webhook_refusals_total{reason="signature"}) >= 1',
                      "count(allreview_build_info) == 3"]:
            self.assertTrue(self.watch.values(query), query)

    def draw(self, dashboards):
        for name in DASHBOARDS:
            with open(os.path.join(dashboards, name), encoding="utf-8") as file:
                page, height = preview.draw(json.load(file), self.watch.ask, PREVIEW_SECONDS)
            preview.keep_picture(page, height, os.path.join(PREVIEW, name[:-len(".json")]))


if __name__ == "__main__":
    if not prometheus.is_installed():
        print("SKIPPED: prometheus is not there; run: apt-get install prometheus")
        sys.exit(0)
    harness.main()
