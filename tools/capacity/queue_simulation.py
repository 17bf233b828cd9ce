"""The queue of reviews as a discrete-event simulation.

    outcome = simulate(pushes, service_seconds, Rules(cores=4))
    percentile(outcome.waits, 0.95)

As gateway/queue has it: tenants take turns, and within a tenant the oldest job goes first; a push
withdraws the jobs of the same pull request that still wait. A core does one review at a time. Time
that a review waits for GitHub costs no core and is not part of it.
"""

import collections
import dataclasses
import heapq
import itertools


@dataclasses.dataclass(frozen=True)
class Rules:
    cores: int
    is_fair: bool = True      # False: one queue for all, to see what fairness is worth.
    supersedes: bool = True   # False: older pushes of a pull request are reviewed, too.
    # Seconds between the starts of two reviews of one tenant: 3600 / (what GitHub allows in an hour
    # / what a review uses of it). 0: no limit.
    tenant_interval: float = 0.0


@dataclasses.dataclass
class Outcome:
    waits: list = dataclasses.field(default_factory=list)   # Seconds, in order of starts.
    tenants: list = dataclasses.field(default_factory=list)  # Of each wait.
    superseded: int = 0
    busy_seconds: float = 0.0
    end: float = 0.0

    def waits_of(self, is_wanted):
        return [wait for wait, tenant in zip(self.waits, self.tenants) if is_wanted(tenant)]


class _Queue:
    """Jobs that wait, and whose turn it is."""

    def __init__(self, rules):
        self.rules = rules
        self.jobs = collections.defaultdict(collections.deque)  # By tenant.
        self.turns = collections.deque()  # Tenants with jobs, each once, that may start one now.
        self.resting = []                 # (when, tenant): tenants with jobs that may not yet.
        self.allowed_from = collections.defaultdict(float)
        self.newest = {}                  # Number of the last push, by pull request.

    def add(self, push):
        tenant = push.tenant if self.rules.is_fair or self.rules.tenant_interval else 0
        self.newest[push.pull] = push.number
        if not self.jobs[tenant]:
            heapq.heappush(self.resting, (max(self.allowed_from[tenant], push.time), tenant))
        self.jobs[tenant].append(push)

    def next_ready(self):
        return self.resting[0][0] if self.resting else None

    def wake(self, now):
        while self.resting and self.resting[0][0] <= now:
            self.turns.append(heapq.heappop(self.resting)[1])

    def take(self, now, outcome):
        """The next job, or None when no tenant may start one."""
        while self.turns:
            tenant = self.turns.popleft()
            jobs = self.jobs[tenant]
            while jobs and self.rules.supersedes and self.newest[jobs[0].pull] > jobs[0].number:
                jobs.popleft()
                outcome.superseded += 1
            if not jobs:
                continue
            job = jobs.popleft()
            self.allowed_from[tenant] = now + self.rules.tenant_interval
            if jobs and self.rules.tenant_interval:
                heapq.heappush(self.resting, (self.allowed_from[tenant], tenant))
            elif jobs:
                self.turns.append(tenant)
            return job
        return None


def simulate(pushes, service_seconds, rules):
    """`service_seconds(push)` is the CPU time of a review."""
    queue, outcome = _Queue(rules), Outcome()
    free = rules.cores
    ends = []  # Heap of (end, order): reviews that run.
    order = itertools.count()
    arrivals = iter(pushes)
    arrival = next(arrivals, None)
    while True:
        times = [arrival.time] if arrival else []
        times += [ends[0][0]] if ends else []
        if free and queue.next_ready() is not None:
            times.append(queue.next_ready())
        if not times:
            return outcome
        now = min(times)
        while ends and ends[0][0] <= now:
            heapq.heappop(ends)
            free += 1
        while arrival and arrival.time <= now:
            queue.add(arrival)
            arrival = next(arrivals, None)
        queue.wake(now)
        while free:
            job = queue.take(now, outcome)
            if job is None:
                break
            seconds = service_seconds(job)
            free -= 1
            heapq.heappush(ends, (now + seconds, next(order)))
            outcome.waits.append(now - job.time)
            outcome.tenants.append(job.tenant)
            outcome.busy_seconds += seconds
            outcome.end = max(outcome.end, now + seconds)


def percentile(values, share):
    """The smallest value that at least this share of the values does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
