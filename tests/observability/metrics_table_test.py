"""What processes say of themselves is what docs/operations.md says that they say.

Arguments: the program, the fake GitHub, the program that lists the platform's metrics, and
docs/operations.md.
"""

import re
import shutil
import subprocess

import processes
from processes import harness


def families(text):
    """(type, label names) of each metric of a scrape."""
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE))
    found = {name: (kind, set()) for name, kind in types.items()}
    for line in text.splitlines():
        sample = re.match(r"(\w+)(?:\{(.*)\})? ", line)
        if not sample:
            continue
        name = sample.group(1)
        if name not in found:
            name = re.sub(r"_(bucket|count|sum)$", "", name)
        labels = re.findall(r'(\w+)="', sample.group(2) or "")
        found[name][1].update(label for label in labels if label != "le")
    return found


class MetricsTable(processes.Case):
    def setUp(self):
        super().setUp()
        rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$",
                          self.read(harness.DATA[2]).decode(), re.MULTILINE)
        self.table = {name: (kind, set() if labels == "–" else set(labels.split(", ")), meaning)
                      for name, kind, labels, meaning in rows}
        self.assertGreater(len(self.table), 60)

    def scrape_after_reviews(self):
        repository = self.sample()
        github = self.github(repository)
        server = self.server(github, "--repository-root=" + self.folder)
        github.webhook(server, number=7, action="opened")
        server.wait_for_reviews(1)
        run = self.review("--gateway", server.grpc, "--repo", repository, "HEAD~1..HEAD")
        self.assertIn(run.code, (0, 1), run.message)
        return self.scrape(server.process.wait_for_line(r"metrics=(127\S+)").group(1))

    def test_a_running_server_says_nothing_else(self):
        text = self.scrape_after_reviews()
        found = families(text)
        self.assertGreater(len(found), 20)
        for name, (kind, labels) in found.items():
            if name.startswith("exposer_"):  # Of the library that serves /metrics.
                continue
            self.assertIn(name, self.table)
            self.assertEqual((kind, labels), self.table[name][:2], name)
        if shutil.which("promtool") is None:
            self.skipTest("promtool is not there; run: apt-get install prometheus")
        result = subprocess.run(["promtool", "check", "metrics"], input=text.encode(),
                                capture_output=True, check=False)
        self.assertEqual((result.returncode, result.stderr.decode(), result.stdout.decode()),
                         (0, "", ""))

    def test_the_platforms_metrics_are_all_there(self):
        listed = subprocess.run([harness.DATA[1], "--list"], check=True, capture_output=True,
                                env=self.environment).stdout.decode().splitlines()
        self.assertGreater(len(listed), 40)
        for line in listed:
            name, kind, labels, meaning = line.split("\t")
            self.assertIn(name, self.table)
            self.assertEqual(
                (kind, set(labels.split(",")) if labels else set(), meaning.replace("|", "\\|")),
                self.table[name], name)


if __name__ == "__main__":
    harness.main()
