"""An owner of code health: from webhooks to the numbers on the panels, which are those of the store.

Two pushes to each of 30 pull requests, votes with and against, and two restarts in between. The
panels' queries are those of the dashboard; a real Prometheus answers them.

Arguments: the program, the fake GitHub, and the folders of dashboards and rules.
"""

import collections
import json
import os
import re
import sys

import harness
import platform_processes as platform
import prometheus

PULLS = 30
RESTART_AFTER = (10, 20)  # Pull requests.
RANGE_SECONDS = 3600


class Owner(platform.Case):
    def setUp(self):
        super().setUp()
        self.repository = self.sample()
        self.fake = self.github(self.repository)
        self.port = prometheus.free_port()  # Kept over restarts, as a pod's is.
        self.start_server()
        dashboards, rules = harness.DATA[1:]
        self.watch = prometheus.Prometheus(
            self.path(), rules, {"allreview-serve": self.allreview.metrics.removeprefix("http://")})
        self.addCleanup(self.watch.stop)
        with open(os.path.join(dashboards, "review_trends.json"), encoding="utf-8") as file:
            self.panels = {panel["title"]: panel for panel in json.load(file)["panels"]}

    def start_server(self):
        self.allreview = self.server(self.fake, metrics_port=self.port)

    def restart(self):
        self.wait_for_scrape()
        self.assertEqual(self.allreview.process.stop(), 0)
        self.start_server()

    def wait_for_scrape(self):
        """Until Prometheus has what happened up to now."""
        _, _, text = platform.call(self.allreview.metrics, "GET", "/metrics")
        seconds = re.search(r"^process_cpu_seconds_total (\S+)", text.decode(), re.M).group(1)
        platform.until(lambda: self.watch.values("process_cpu_seconds_total > " + seconds),
                       "a scrape")

    def values(self, title, by=""):
        """What a panel shows for all of the time, as {value of the label: number}."""
        query = self.panels[title]["targets"][0]["expr"].replace("$__interval", "$__range")
        query = prometheus.plain(query.replace("$__range", "%ds" % RANGE_SECONDS))
        # When the last scrape was: what a query adds for the time since is a guess.
        last = max(value for _, value in self.watch.values("timestamp(up)"))
        answer = self.watch.ask("query", {"query": query, "time": last})
        return {series["metric"].get(by, ""): float(series["value"][1])
                for series in answer["result"]}

    def push(self, number, is_first):
        even = self.pushes % 2 == 0
        self.pushes += 1
        self.commit(self.repository, "Change %d" % self.pushes, {
            "train/options.py": harness.OPTIONS_BEFORE if even else harness.OPTIONS_AFTER,
            "train/loss.py": harness.LOSS_BEFORE if even else harness.LOSS_AFTER})
        self.fake.add_pull(self.repository, number=number, base="HEAD~1", head="HEAD")
        self.assertIn(self.fake.webhook(
            self.allreview, number=number, action="opened" if is_first else "synchronize"),
            (200, 202))

    pushes = 0

    def test_from_webhooks_to_panels(self):
        for pull in range(1, PULLS + 1):
            for is_first in (True, False):
                self.push(100 + pull, is_first)
                platform.until(lambda: len(self.all_reviews()) == self.pushes, "the review")
                self.allreview.wait_for_end(self.all_reviews()[0]["id"])
            if pull in RESTART_AFTER:
                self.restart()
        reviews = self.all_reviews()
        self.assertEqual(len(reviews), 2 * PULLS)
        self.vote(reviews)
        self.wait_for_scrape()
        self.check(reviews)
        # Nothing of it is lost by one more restart.
        self.restart()
        self.wait_for_scrape()
        self.assertEqual(len(self.all_reviews()), 2 * PULLS)
        self.check(self.all_reviews())

    def all_reviews(self):
        return self.allreview.get("/api/v1/reviews?page_size=200")["reviews"]

    def vote(self, reviews):
        """Against the findings of two reviews, for those of two more."""
        self.votes = collections.Counter()
        for review, vote in zip(reviews, ("not_useful", "not_useful", "useful", "useful")):
            stored = self.allreview.get("/api/v1/reviews/" + review["id"])["review"]
            for finding in stored.get("findings", []):
                status, _, body = self.allreview.call(
                    "POST", "/api/v1/reviews/%s/feedback" % review["id"],
                    {"fingerprint": finding["fingerprint"], "vote": "VOTE_" + vote.upper()})
                self.assertEqual(status, 200, body)
                self.votes[vote] += 1
        self.assertTrue(self.votes["useful"] and self.votes["not_useful"], self.votes)

    def check(self, reviews):
        """Each panel that counts, against the same count of the store."""
        conclusions = collections.Counter(
            review["conclusion"].removeprefix("CONCLUSION_").lower() for review in reviews)
        counts = collections.Counter()
        for review in reviews:
            counts.update(review["counts"])
        lines = sum(int(review["totals"]["additions"]) + int(review["totals"]["deletions"])
                    for review in reviews)
        findings = sum(counts[severity] for severity in ("p0", "p1", "p2", "p3"))
        self.assertTrue(conclusions["blocked"] and findings, (conclusions, counts))
        self.same("Reviews", {"": len(reviews)})
        self.same("Reviews by conclusion", conclusions, "conclusion")
        self.same("Blocked", {"": conclusions["blocked"] / len(reviews)})
        self.same("Findings by severity",
                  {severity: counts[severity] for severity in ("p0", "p1", "p2", "p3")}, "severity")
        self.same("Changed lines reviewed", {"acme/train": lines}, "repository")
        self.same("Findings per 1k lines", {"": 1000 * findings / lines})
        self.same("Votes", self.votes, "vote")
        self.check_cost()

    def check_cost(self):
        """What reviews took is told of their repository, and is less than what the process took."""
        cost = self.values("Processor time by repository", "repository")
        self.assertEqual([name for name, value in cost.items() if value], ["acme/train"])
        process = self.watch.values("increase(process_cpu_seconds_total[%ds])" % RANGE_SECONDS)
        self.assertLess(cost["acme/train"], max(value for _, value in process))

    def same(self, title, wanted, by=""):
        shown = {name: round(value, 6) for name, value in self.values(title, by).items() if value}
        self.assertEqual(shown, {name: round(value, 6) for name, value in wanted.items() if value},
                         title)


if __name__ == "__main__":
    if not prometheus.is_installed():
        print("SKIPPED: prometheus is not there; run: apt-get install prometheus")
        sys.exit(0)
    platform.main()
