#!/usr/bin/env python3
"""Reviews many changes of a repository and checks what must hold for each of them.

usage: bazel run //tests/corpus:check_changes -- --repo DIR (--ranges FILE | BASE..HEAD...)

FILE holds one BASE..HEAD a line. For each change:
  - the review ends with exit code 0, 1 or 3, and every format is valid: JSON parses, SARIF meets its
    schema, every Mermaid block of the Markdown is parsed by mermaid;
  - files, additions and deletions equal `git diff --numstat -z` and `--raw -z`;
  - every comment is anchored where GitHub accepts it: right side in a hunk, or on the file;
  - the ledger has one entry for each file, and success is not claimed over an unreviewed source file;
  - three runs, one thread and eight, a run without what earlier ones kept of the repository, and a
    server give the same bytes.
Prints one line for each change and a summary; ends with 1 when anything does not hold.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

FORMATS = ["json", "markdown", "sarif", "rdjson", "gitlab", "github-annotations", "terminal"]
STATUS = {"A": "ADDED", "M": "MODIFIED", "D": "DELETED", "R": "RENAMED", "C": "COPIED",
          "T": "TYPE_CHANGED"}


def git(repo, *arguments):
    environment = dict(os.environ, GIT_CONFIG_NOSYSTEM="1", GIT_CONFIG_GLOBAL=os.devnull,
                       LC_ALL="C.UTF-8")
    return subprocess.run(["git", "-C", repo, "-c", "core.quotepath=true"] + list(arguments),
                          check=True, capture_output=True, env=environment).stdout


def path_text(path):
    """A path as the contracts carry it: as it is, or C-quoted when it is not UTF-8."""
    try:
        text = path.decode("utf-8")
        if not text.startswith('"'):
            return text
    except UnicodeDecodeError:
        pass
    out = ""
    for byte in path:
        if byte in b'"\\':
            out += "\\" + chr(byte)
        elif byte < 0x20 or byte >= 0x7F:
            out += "\\%03o" % byte
        else:
            out += chr(byte)
    return '"' + out + '"'


def expected_files(repo, base, head):
    """{new path: (status, old path, additions, deletions)} as git counts."""
    flags = ["diff", "--no-ext-diff", "-M", "--diff-algorithm=myers", "-z"]
    counts = {}
    fields = git(repo, *flags, "--numstat", base, head).split(b"\0")
    i = 0
    while i < len(fields) - 1:
        added, deleted, path = fields[i].split(b"\t")
        if path:
            i += 1
        else:
            path, i = fields[i + 2], i + 3
        counts[path] = (0 if added == b"-" else int(added), 0 if deleted == b"-" else int(deleted))
    files = {}
    fields = git(repo, *flags, "--raw", base, head).split(b"\0")
    i = 0
    while i < len(fields) - 1:
        status = fields[i].split()[-1].decode()[0]
        old = fields[i + 1]
        new = fields[i + 2] if status in "RC" else old
        i += 3 if status in "RC" else 2
        files[path_text(new)] = (STATUS[status], path_text(old)) + counts[new]
    return files


def hunks_of(review):
    return {file["entry"].get("new_path") or file["entry"].get("old_path"):
            [(int(h.get("new_start", 0)), int(h.get("new_lines", 0))) for h in file.get("hunks", [])]
            for file in review.get("files", [])}


def git_hunks(repo, base, head):
    """{index of file: [(new start, new lines)]} in the order of git's own diff."""
    text = git(repo, "diff", "--no-ext-diff", "-M", "--diff-algorithm=myers", base, head)
    files = []
    remaining_old = remaining_new = 0
    for line in text.split(b"\n"):
        if remaining_old > 0 or remaining_new > 0:
            if line[:1] in (b" ", b""):
                remaining_old, remaining_new = remaining_old - 1, remaining_new - 1
            elif line[:1] == b"-":
                remaining_old -= 1
            elif line[:1] == b"+":
                remaining_new -= 1
            continue
        if line.startswith(b"diff --git "):
            files.append([])
            continue
        match = re.match(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        if match:
            remaining_old = int(match.group(1) or 1)
            remaining_new = int(match.group(3) or 1)
            files[-1].append((int(match.group(2)), remaining_new))
    return sorted(h for file in files for h in file)


def check_review(review, repo, base, head):
    """Returns what does not hold in one review, as sentences."""
    problems = []
    expected = expected_files(repo, base, head)
    # A type change is two entries in a diff; the review may fold it or keep both.
    actual = {}
    for file in review.get("files", []):
        entry = file["entry"]
        key = entry.get("new_path") or entry.get("old_path")
        row = (entry["status"].replace("FILE_STATUS_", ""), entry.get("old_path", ""),
               int(file.get("additions", 0)), int(file.get("deletions", 0)))
        if key in actual:
            row = ("TYPE_CHANGED", row[1], actual[key][2] + row[2], actual[key][3] + row[3])
        actual[key] = row
    for key in sorted(set(expected) | set(actual)):
        want, got = expected.get(key), actual.get(key)
        if want is None or got is None or (want[0], want[2], want[3]) != (got[0], got[2], got[3]):
            problems.append("file %s: git says %s, the review %s" % (key, want, got))
        elif want[0] in ("RENAMED", "COPIED") and want[1] != got[1]:
            problems.append("file %s: renamed from %s, the review says %s" % (key, want[1], got[1]))
    totals = review.get("totals", {})
    for name, column in (("additions", 2), ("deletions", 3)):
        want = sum(row[column] for row in expected.values())
        if int(totals.get(name, 0)) != want:
            problems.append("%s: git counts %d, the review %s" % (name, want, totals.get(name)))
    hunks = hunks_of(review)
    if sorted(h for file in hunks.values() for h in file) != git_hunks(repo, base, head):
        problems.append("the hunks are not git's")
    for comment in review.get("comments", []):
        line, start = int(comment.get("line", 0)), int(comment.get("start_line", 0))
        inside = [h for h in hunks.get(comment["path"], []) if h[0] <= line < h[0] + h[1]]
        if comment.get("side", "SIDE_RIGHT") == "SIDE_LEFT":
            continue
        if line and not inside:
            problems.append("comment at %s:%d is in no hunk" % (comment["path"], line))
        if start and not (start < line and inside and inside[0][0] <= start):
            problems.append("comment at %s:%d starts at %d" % (comment["path"], line, start))
    ledger = [e["path"] for e in review.get("ledger", []) if int(e.get("hunk", 0)) == -1]
    if sorted(ledger) != sorted(set(actual)):
        problems.append("the ledger has %d entries for %d files" % (len(ledger), len(actual)))
    unreviewed = [e["path"] for e in review.get("ledger", [])
                  if e.get("file_class") in ("FILE_CLASS_SOURCE", "FILE_CLASS_TEST")
                  and e.get("state") != "STATE_REVIEWED" and not e.get("is_accepted")]
    if unreviewed and review.get("conclusion") == "CONCLUSION_SUCCESS":
        problems.append("success although %s is unreviewed" % unreviewed[0])
    shown = [f for f in review.get("findings", []) if f.get("shown") == "SHOWN_FULL"]
    severities = {f.get("severity") for f in shown}
    if "SEVERITY_P3" in severities and severities & {"SEVERITY_P0", "SEVERITY_P1"}:
        problems.append("a P3 is shown beside a P0 or P1")
    if any("shown" not in f for f in review.get("findings", [])):
        problems.append("a finding has no state")
    return problems


def run_review(options, span, folder, extra, is_from_scratch=False):
    """Runs one review; returns ({format: bytes}, problems)."""
    os.makedirs(folder, exist_ok=True)
    environment = dict(os.environ)
    if is_from_scratch:
        environment["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
    command = [options.allreview, "review", "--repo", options.repo, span]
    for name in FORMATS:
        command += ["--format=" + name, "--output=" + os.path.join(folder, name)]
    result = subprocess.run(command + extra, capture_output=True, check=False, env=environment)
    if result.returncode not in (0, 1, 3):
        return {}, ["exit code %d: %s" % (result.returncode, result.stderr.decode(errors="replace"))]
    documents = {}
    for name in FORMATS:
        with open(os.path.join(folder, name), "rb") as file:
            documents[name] = file.read()
    return documents, []


def check_change(options, server, span, folder):
    """Returns (problems, review) of one change."""
    base, head = span.split("..")
    documents, problems = run_review(options, span, os.path.join(folder, "first"), ["--threads=1"])
    if problems:
        return problems, {}
    review = json.loads(documents["json"])
    problems += check_review(review, options.repo, base, head)
    for name in ("sarif", "rdjson", "gitlab"):
        json.loads(documents[name])
    repeats = [(["--threads=8"], False), (["--threads=8"], True), (["--threads=1"], False),
               (["--gateway=" + server], False)]
    for number, (extra, is_from_scratch) in enumerate(repeats):
        again, failed = run_review(options, span, os.path.join(folder, str(number)), extra,
                                   is_from_scratch)
        problems += failed
        problems += ["%s differs with %s%s" % (name, " ".join(extra),
                                               " from scratch" if is_from_scratch else "")
                     for name in again if again[name] != documents[name]]
    return problems, review


def start_server(options):
    """Starts `allreview serve`; returns (process, address)."""
    process = subprocess.Popen(
        [options.allreview, "serve", "--listen=127.0.0.1:0", "--http-listen=none", "--store=none",
         "--repository_root=" + options.repo],
        stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        match = re.search(r"address=(\S+)", line)
        if match:
            # A full pipe would stop the server.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return process, match.group(1)
    sys.exit("the server did not start")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--ranges", help="a file with one BASE..HEAD a line")
    parser.add_argument("--allreview", default="gateway/cli/allreview")
    parser.add_argument("--mermaid_check", help="program that parses the Mermaid blocks of files")
    parser.add_argument("--review_check", help="program that checks the structure of documents")
    parser.add_argument("--sarif_check", help="program that checks SARIF files against the schema")
    parser.add_argument("--server", help="HOST:PORT of a gateway that may read the repository; "
                        "default: a server is started")
    parser.add_argument("spans", nargs="*", metavar="BASE..HEAD")
    options = parser.parse_args()
    options.repo = os.path.abspath(options.repo)
    options.allreview = os.path.abspath(options.allreview)
    spans = list(options.spans)
    if options.ranges:
        with open(options.ranges, encoding="utf-8") as lines:
            spans += [line.strip() for line in lines if line.strip()]
    process, server = (None, options.server) if options.server else start_server(options)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        markdown, sarif = [], []
        for number, span in enumerate(spans):
            started = time.perf_counter()
            problems, review = check_change(options, server, span, os.path.join(folder, str(number)))
            bad += bool(problems)
            findings = review.get("findings", [])
            print("%-4s %s  %d files, %d findings, %s, %.1f s" % (
                "BAD" if problems else "ok", span[:12], len(review.get("files", [])), len(findings),
                review.get("conclusion", "-").replace("CONCLUSION_", "").lower(),
                time.perf_counter() - started), flush=True)
            for problem in problems:
                print("       " + problem)
            markdown.append(os.path.join(folder, str(number), "first", "markdown"))
            sarif.append(os.path.join(folder, str(number), "first", "sarif"))
        for checker, files in ((options.mermaid_check, markdown), (options.review_check, markdown),
                               (options.sarif_check, sarif)):
            if checker:
                bad += subprocess.run([os.path.abspath(checker)] + files, check=False).returncode != 0
    if process:
        process.terminate()
        process.wait()
    print("%d changes, %d with problems" % (len(spans), bad))
    return 1 if bad or not spans else 0


if __name__ == "__main__":
    sys.exit(main())
