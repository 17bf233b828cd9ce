"""Pushes to pull requests as an organisation makes them: by hour, by weekday, by team.

    for push in pushes(Load(pulls_per_day=50_000), days=2, seed=1): ...

Everything that is not measured is a field of Load, with the reason for its default.
"""

import bisect
import dataclasses
import itertools
import math
import random

HOUR = 3600.0
DAY = 24 * HOUR


@dataclasses.dataclass(frozen=True)
class Load:
    pulls_per_day: float = 50_000  # Opened on a weekday.
    # One person in one time zone: nothing at night, two humps, a lunch. The worst case for a peak;
    # an organisation around the globe is flatter.
    hours: tuple = (1, 1, 1, 1, 1, 2, 5, 20, 60, 90, 100, 90, 60, 75, 95, 100, 90, 60, 30, 15, 8, 5, 3, 2)
    weekend: float = 0.1           # Of a weekday.
    pushes_per_pull: float = 3.0   # Mean, the first included; geometric.
    hours_between_pushes: float = 2.0  # Mean; exponential.
    tenants: int = 100             # Installations; sizes by Zipf's law.

    def weight(self, seconds):
        """Arrivals at a time of the week (0: Monday, 0:00), where the mean of a weekday is 1."""
        day, second = divmod(seconds, DAY)
        weight = self.hours[int(second // HOUR)] * 24 / sum(self.hours)
        return weight * (self.weekend if day % 7 >= 5 else 1)

    def peak(self):
        return max(self.hours) * 24 / sum(self.hours)


@dataclasses.dataclass(frozen=True)
class Push:
    time: float  # Seconds since Monday, 0:00.
    tenant: int
    pull: int
    number: int  # 0: the pull request was opened.


def pushes(load, days, seed):
    """All pushes of some days, by time. The same seed gives the same pushes."""
    randoms = random.Random(seed)
    shares = list(itertools.accumulate(1 / (rank + 1) for rank in range(load.tenants)))
    top_rate = load.pulls_per_day / DAY * load.peak()
    result = []
    time, pull = 0.0, 0
    while True:
        # Thinning: arrivals at the peak's rate, of which each stays by the share of its hour.
        time += randoms.expovariate(top_rate)
        if time >= days * DAY:
            break
        if randoms.random() * load.peak() > load.weight(time):
            continue
        pull += 1
        tenant = bisect.bisect(shares, randoms.random() * shares[-1])
        moment, number = time, 0
        while moment < days * DAY:
            result.append(Push(moment, tenant, pull, number))
            if randoms.random() < 1 / load.pushes_per_pull:
                break
            moment += randoms.expovariate(1 / (load.hours_between_pushes * HOUR))
            number += 1
    result.sort(key=lambda push: (push.time, push.pull))
    return result


def erlang_c(servers, load):
    """(probability of waiting, mean wait in mean service times) of M/M/c at `load` Erlangs."""
    if load >= servers:
        return 1.0, math.inf
    term, total = 1.0, 1.0  # Sum of load^k / k! for k < servers.
    for k in range(1, servers):
        term *= load / k
        total += term
    last = term * load / servers * servers / (servers - load)
    waiting = last / (total + last)
    return waiting, waiting / (servers - load)
