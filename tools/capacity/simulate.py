#!/usr/bin/env python3
"""How long reviews wait for a core, by number of cores, at the load of docs/capacity.md.

usage: simulate.py [--pulls-per-day=50000] [--days=2] [--reviews=reviews.tsv] [--scale=1.0]
                   [--tenants=100] [--cores=1,2,3,4] [--requests=N --budget=N] [--seed=1]

Service times are drawn from the CPU seconds that measure_reviews.py wrote, times --scale.
--requests is what a review asks of GitHub, --budget what GitHub allows an installation in an hour.
Days begin with Monday. The same arguments print the same table.
"""

import argparse
import os
import random

import arrivals
import queue_simulation

HERE = os.path.dirname(os.path.abspath(__file__))
LATE_SECONDS = 60


def cpu_seconds(path):
    with open(path, encoding="utf-8") as file:
        columns = file.readline().rstrip("\n").split("\t")
        return [float(line.split("\t")[columns.index("cpu_seconds")]) for line in file]


def row(cores, pushes, measured, options):
    randoms = random.Random(options.seed + 1)
    interval = 3600 * options.requests / options.budget if options.budget else 0
    outcome = queue_simulation.simulate(
        pushes, lambda push: randoms.choice(measured) * options.scale,
        queue_simulation.Rules(cores=cores, tenant_interval=interval))
    waits = outcome.waits
    span = options.days * arrivals.DAY
    late = sum(wait > LATE_SECONDS for wait in waits) / len(waits)
    return [cores, len(waits), outcome.superseded, "%.0f %%" % (100 * outcome.busy_seconds / cores / span),
            *("%.2f" % queue_simulation.percentile(waits, share) for share in (0.5, 0.95, 0.99)),
            "%.1f" % max(waits), "%.2f %%" % (100 * late)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pulls-per-day", type=float, default=50_000)
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--reviews", default=os.path.join(HERE, "reviews.tsv"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--tenants", type=int, default=100)
    parser.add_argument("--cores", default="1,2,3,4")
    parser.add_argument("--requests", type=float, default=0)
    parser.add_argument("--budget", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    measured = cpu_seconds(options.reviews)
    load = arrivals.Load(pulls_per_day=options.pulls_per_day, tenants=options.tenants)
    pushes = arrivals.pushes(load, options.days, options.seed)
    busiest = max(sum(1 for _ in hour) for hour in _hours(pushes))
    print("%d pushes in %d days; %d in the busiest hour, which needs %.2f cores"
          % (len(pushes), options.days, busiest,
             busiest * sum(measured) / len(measured) * options.scale / 3600))
    print("| cores | reviews | superseded | busy | wait p50 s | p95 s | p99 s | longest s | over %d s |"
          % LATE_SECONDS)
    print("|" + " ---: |" * 9)
    for cores in options.cores.split(","):
        print("| " + " | ".join(str(value) for value in row(int(cores), pushes, measured, options))
              + " |")


def _hours(pushes):
    hours = {}
    for push in pushes:
        hours.setdefault(push.time // arrivals.HOUR, []).append(push)
    return hours.values()


if __name__ == "__main__":
    main()
