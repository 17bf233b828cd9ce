"""git and the program under measure, as the measures of this folder run them."""

import json
import os
import subprocess
import sys

TIMEOUT_SECONDS = 120


def git(clone, *words, data=None, environment=None):
    """What git prints, as bytes. Raises subprocess.CalledProcessError."""
    return subprocess.run(["git", "-C", clone, *words], input=data, check=True, capture_output=True,
                          env=dict(os.environ, **(environment or {}))).stdout


def run(allreview, command, clone, *words, timeout=TIMEOUT_SECONDS, environment=None):
    """The review or scan as JSON text. Raises RuntimeError when there is none."""
    try:
        result = subprocess.run(
            [allreview, command, "--quiet", "--repo", clone, "--no-repository-policy",
             "--fail-on=none", "--format=json", *words], capture_output=True, timeout=timeout,
            env=dict(os.environ, **(environment or {})))
    except subprocess.TimeoutExpired:
        raise RuntimeError("no result after %g seconds" % timeout) from None
    if result.returncode not in (0, 1, 3):
        raise RuntimeError("exit code %d: %s" % (
            result.returncode, result.stderr.decode(errors="replace")[-500:]))
    return result.stdout


def review(allreview, clone, base, head, *words, timeout=TIMEOUT_SECONDS):
    """The parsed review of the change from `base` to `head`. Raises RuntimeError."""
    return json.loads(run(allreview, "review", clone, *words, base + ".." + head, timeout=timeout))


def scan(allreview, clone, commit, *paths, timeout=TIMEOUT_SECONDS):
    """The parsed scan of files at a commit; of all files without paths. Raises RuntimeError."""
    return json.loads(run(allreview, "scan", clone, "--commit", commit, *paths, timeout=timeout))


def with_places(finding):
    """A finding and those of the same cause, which it speaks for."""
    return [finding, *finding.get("same_cause", [])]


def show_progress(text, is_last=False):
    """Overwrites one line of a terminal; prints nothing elsewhere."""
    if sys.stderr.isatty():
        print("\r" + text, end="\n" if is_last else "", file=sys.stderr, flush=True)
