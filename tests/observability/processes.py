"""Programs that a test of metrics needs, each ending with it."""

import os
import subprocess
import sys
import urllib.request

for folder in ("../end_to_end", "../platform"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), folder))
import harness  # For those who import this.
import platform_processes


class Case(platform_processes.Case):
    def start(self, *command):
        """Starts a program that ends with its standard input; returns its first line."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env=self.environment)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        return process.stdout.readline().decode()

    def scrape(self, address):
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=30) as answer:
            return answer.read().decode()
