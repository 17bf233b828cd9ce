"""A real Prometheus for tests, and programs for it to scrape.

    prometheus = Prometheus(folder, rules_folder, {"allreview-serve": "127.0.0.1:9090"})
    prometheus.values('up == 1')        # [(labels, value)]
    prometheus.stop()
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

SCRAPE_SECONDS = 1
# What Grafana puts in the place of its variables, with steps as small as those of the test.
VARIABLES = {"$__rate_interval": "30s", "$__interval": "10s", "$__range": "5m"}


def is_installed():
    return shutil.which("prometheus") is not None


def plain(expression):
    """A dashboard's query without Grafana's variables."""
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return re.sub(r"\$\w+", ".*", expression)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Prometheus:
    def __init__(self, folder, rules, targets):
        self.folder = folder
        shutil.copytree(rules, os.path.join(folder, "rules"))
        # Groups of trends are computed each five minutes; no test waits for that.
        path = os.path.join(folder, "rules", "recording.rules.yaml")
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"^ +interval: .*\n", "", file.read(), flags=re.MULTILINE)
        os.chmod(path, 0o644)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.address = f"127.0.0.1:{free_port()}"
        config = os.path.join(folder, "prometheus.json")  # JSON is YAML.
        with open(config, "w", encoding="utf-8") as file:
            json.dump({
                "global": {"scrape_interval": f"{SCRAPE_SECONDS}s",
                           "evaluation_interval": f"{SCRAPE_SECONDS}s"},
                "rule_files": ["rules/recording.rules.yaml", "rules/alerts.rules.yaml"],
                "scrape_configs": [
                    {"job_name": "services", "file_sd_configs": [
                        {"files": ["targets/*.json"], "refresh_interval": "1s"}]}]}, file)
        os.mkdir(os.path.join(folder, "targets"))
        for job, target in targets.items():
            self.add(job, target)
        self.log = open(os.path.join(folder, "prometheus.log"), "wb")
        self.process = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--web.listen-address={self.address}",
             f"--storage.tsdb.path={os.path.join(folder, 'tsdb')}"],
            stdout=self.log, stderr=self.log)
        self.wait()

    def add(self, job, target):
        """Scrapes HOST:PORT, too, under that name."""
        path = os.path.join(self.folder, "targets", job)
        with open(path, "w", encoding="utf-8") as file:
            json.dump([{"targets": [target], "labels": {"job": job}}], file)
        os.rename(path, path + ".json")  # So that it is never read in part.

    def wait(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://{self.address}/-/ready", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        with open(self.log.name, encoding="utf-8") as file:
            raise RuntimeError("Prometheus does not start: " + file.read()[-2000:])

    def ask(self, path, parameters):
        url = f"http://{self.address}/api/v1/{path}"
        body = urllib.parse.urlencode(parameters).encode()
        try:
            with urllib.request.urlopen(url, body, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{parameters}: {error.read().decode()}") from error

    def values(self, expression):
        """(labels, value) of each series that has a number now; NaN is none."""
        return [(series["metric"], float(series["value"][1]))
                for series in self.ask("query", {"query": expression})["result"]
                if series["value"][1] != "NaN"]

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
