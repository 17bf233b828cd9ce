#!/usr/bin/env python3
"""Writes every document of many changes, in every language, and checks each of them.

usage: bazel run //tests/corpus:check_documents -- --repo DIR
           (--ranges FILE | --last N | BASE..HEAD...) [--quick]

FILE holds one BASE..HEAD a line. For each change all documents are written in English and Chinese,
with one thread and with eight, which must give the same bytes; `allreview check-document` must find
no fault in any of them, each beside the others of its change. --last N takes the newest N commits
of HEAD that are no merges; --quick writes English documents once. Prints for each change the CPU time of one run that writes all documents in
one language (git's time included), the size of the largest document and the faults; then how many
faults each check found, the words of the documents, and the median and the 95th percentile of the
times. Ends with 1 when anything does not hold. --keep DIR keeps the
documents for reading.
"""

import argparse
import collections
import os
import re
import resource
import subprocess
import sys
import tempfile

DOCUMENTS = ["review", "deep-dive", "explanation", "audit", "playbook"]
LANGUAGES = ["en", "zh"]


def write_documents(options, span, language, threads, folder):
    """Runs one review; returns (CPU seconds, problems)."""
    os.makedirs(folder, exist_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(
        [options.allreview, "review", "--repo", options.repo, "--documents=all", "--quiet",
         "--format=markdown", "--output=" + folder, "--language=" + language,
         "--threads=%d" % threads, span], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if result.returncode not in (0, 1, 3):
        return seconds, ["exit code %d: %s" % (result.returncode,
                                               result.stderr.decode(errors="replace").strip())]
    return seconds, []


def check_document(options, span, path):
    command = [options.checker, "check-document", path, "--repo", options.repo]
    folder = os.path.dirname(path)
    command += ["--beside=" + os.path.join(folder, name) for name in sorted(os.listdir(folder))
                if name != os.path.basename(path)]
    if options.quick:
        command.append("--no-diagrams")
    result = subprocess.run(command + [span], capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return []
    return (result.stdout + result.stderr).strip().split("\n")


def check_change(options, span, folder):
    """Returns (problems, CPU seconds of a run, bytes of the largest document, words)."""
    problems, times, largest, words = [], [], 0, 0
    for language in ["en"] if options.quick else LANGUAGES:
        places = {threads: os.path.join(folder, language, str(threads))
                  for threads in ((1,) if options.quick else (8, 1))}
        for threads, place in places.items():
            seconds, failed = write_documents(options, span, language, threads, place)
            times.append(seconds)
            problems += failed
        for document in DOCUMENTS:
            texts = []
            for place in places.values():
                path = os.path.join(place, document + ".md")
                if not os.path.exists(path):
                    problems.append("%s (%s) was not written" % (document, language))
                    break
                with open(path, "rb") as file:
                    texts.append(file.read())
            if len(texts) < len(places):
                continue
            largest = max(largest, len(texts[0]))
            words += len(texts[0].split())
            if texts[0] != texts[-1]:
                problems.append("%s (%s) differs between one thread and eight" % (document, language))
            path = os.path.join(places[1], document + ".md")
            problems += ["%s (%s): %s" % (document, language, line)
                         for line in check_document(options, span, path)]
    return problems, min(times), largest, words


def name_of_check(problem):
    match = re.search(r" \[([a-z-]+)\]$", problem)
    return match.group(1) if match else "form"


def last_spans(options, count):
    commits = subprocess.run(
        ["git", "-C", options.repo, "log", "--no-merges", "--format=%H", "-n", str(count), "HEAD"],
        capture_output=True, text=True, check=True).stdout.split()
    return ["%s~1..%s" % (commit, commit) for commit in commits]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", required=True)
    parser.add_argument("--ranges", help="a file with one BASE..HEAD a line")
    parser.add_argument("--last", type=int, default=0, metavar="N")
    parser.add_argument("--quick", action="store_true", help="English documents, written once")
    parser.add_argument("--counts", action="store_true", help="prints no single fault")
    parser.add_argument("--allreview", default="gateway/cli/allreview")
    parser.add_argument("--checker", help="the program that checks; by default the same")
    parser.add_argument("--keep", help="a folder for the documents")
    parser.add_argument("spans", nargs="*", metavar="BASE..HEAD")
    options = parser.parse_args()
    options.repo = os.path.abspath(options.repo)
    options.allreview = os.path.abspath(options.allreview)
    options.checker = os.path.abspath(options.checker or options.allreview)
    spans = list(options.spans)
    if options.ranges:
        with open(options.ranges, encoding="utf-8") as lines:
            spans += [line.strip() for line in lines if line.strip()]
    spans += last_spans(options, options.last)
    bad, times, words, counts = 0, [], 0, collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        for span in spans:
            folder = os.path.join(options.keep or temporary, span[:12])
            problems, seconds, largest, written = check_change(options, span, folder)
            bad += bool(problems)
            words += written
            counts.update(name_of_check(problem) for problem in problems)
            times.append(seconds)
            print("%-4s %s  %.0f ms CPU, largest document %d bytes" % (
                "BAD" if problems else "ok", span[:12], seconds * 1000, largest), flush=True)
            for problem in [] if options.counts else problems:
                print("       " + problem)
    times.sort()
    for check, count in sorted(counts.items()):
        print("%6d %s" % (count, check))
    print("%6d words" % words)
    if times:
        print("%d changes, %d with problems; CPU: median %.0f ms, 95th percentile %.0f ms" % (
            len(spans), bad, times[len(times) // 2] * 1000,
            times[min(len(times) - 1, len(times) * 95 // 100)] * 1000))
    return 1 if bad or not spans else 0


if __name__ == "__main__":
    sys.exit(main())
