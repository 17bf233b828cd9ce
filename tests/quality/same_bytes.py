#!/usr/bin/env python3
"""Tells whether reviews are the same bytes however much is already known.

usage: bazel run //tests/quality:same_bytes -- --clone DIR [--commits N] [--seed TEXT]

DIR is a clone, bare or not. Draws N commits (200) that change Python, by the seed, and reviews each
three times: from scratch, with an empty cache on one thread; with a cache that all the others fill
at the same time, on eight threads; and again when that cache is full. Prints the commits whose
reviews differ, and where, and ends with 1 when there is one. A commit without a review either way is counted,
and fails when the other ways have one.
"""

import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import random
import sys
import tempfile

import program

WAYS = ("from scratch, 1 thread", "beside others, 8 threads", "all known, 8 threads")


def draw(clone, count, seed):
    commits = program.git(clone, "log", "--no-merges", "--min-parents=1", "--format=%H", "--",
                          "*.py").decode().split()
    random.Random(seed).shuffle(commits)
    return commits[:count]


def review(arguments, commit, cache, threads):
    """The bytes, or why there are none. Without a cache it gets one that is empty."""
    with tempfile.TemporaryDirectory() as empty:
        try:
            return program.run(arguments.allreview, "review", arguments.clone,
                               "--threads=%d" % threads, commit + "~1.." + commit,
                               environment={"ALLREVIEW_CACHE_DIR": cache or empty})
        except RuntimeError as error:
            return str(error)


def show_difference(one, other):
    """The first lines that differ."""
    texts = [json.dumps(json.loads(text), indent=1).splitlines() if isinstance(text, bytes) else
             [text] for text in (one, other)]
    lines = [line for line in difflib.unified_diff(*texts, lineterm="", n=0) if line[:2] != "@@"]
    for line in lines[2:12]:
        print("    " + line[:160])


def review_all(arguments, commits, cache, threads):
    done = 0
    reviews = {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        jobs = {pool.submit(review, arguments, commit, cache, threads): commit for commit in commits}
        for job in concurrent.futures.as_completed(jobs):
            reviews[jobs[job]] = job.result()
            done += 1
            program.show_progress("%d of %d reviews" % (done, len(commits)), done == len(commits))
    return reviews


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allreview", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--clone", required=True)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    commits = draw(arguments.clone, arguments.commits, arguments.seed)
    if not commits:
        sys.exit("%s has no commit that changes Python" % arguments.clone)
    with tempfile.TemporaryDirectory() as shared:
        found = [review_all(arguments, commits, cache, threads)
                 for cache, threads in ((None, 1), (shared, 8), (shared, 8))]
    counts = collections.Counter()
    for commit in commits:
        reviews = [ways[commit] for ways in found]
        is_same = all(one == reviews[0] for one in reviews)
        if is_same:
            counts["same" if isinstance(reviews[0], bytes) else "none"] += 1
            continue
        counts["differ"] += 1
        for way, one in zip(WAYS, reviews):
            print("%s %s: %s" % (commit[:12], way,
                                 "%d bytes" % len(one) if isinstance(one, bytes) else one))
        show_difference(reviews[0], next(one for one in reviews if one != reviews[0]))
    print("%d commits: %d have the same review three times, %d differ, %d have none" % (
        len(commits), counts["same"], counts["differ"], counts["none"]))
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
