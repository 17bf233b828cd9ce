#!/usr/bin/env python3
"""The simulation against closed forms, and against what the queue promises."""

import random
import unittest

import arrivals
import queue_simulation as q
from arrivals import Push


def poisson(rate, count, seed, tenant=0):
    randoms, time, result = random.Random(seed), 0.0, []
    for index in range(count):
        time += randoms.expovariate(rate)
        result.append(Push(time, tenant, index, 0))
    return result


def exponential(mean, seed):
    randoms = random.Random(seed)
    return lambda push: randoms.expovariate(1 / mean)


class ClosedForms(unittest.TestCase):
    def test_erlang_c_knows_textbook_values(self):
        self.assertAlmostEqual(arrivals.erlang_c(1, 0.8)[0], 0.8)  # M/M/1: the load itself.
        self.assertAlmostEqual(arrivals.erlang_c(1, 0.8)[1], 4.0)  # load / (1 - load).
        self.assertAlmostEqual(arrivals.erlang_c(2, 1.0)[0], 1 / 3)
        self.assertEqual(arrivals.erlang_c(2, 2.0)[0], 1.0)

    def test_simulated_waits_are_those_of_erlang(self):
        for servers, load in [(1, 0.5), (2, 1.4), (4, 2.8)]:
            with self.subTest(servers=servers, load=load):
                outcome = q.simulate(poisson(load, 150_000, seed=3), exponential(1.0, seed=4),
                                     q.Rules(cores=servers))
                waiting, mean = arrivals.erlang_c(servers, load)
                waits = outcome.waits
                self.assertAlmostEqual(sum(w > 0 for w in waits) / len(waits), waiting, delta=0.015)
                self.assertAlmostEqual(sum(waits) / len(waits) / mean, 1, delta=0.06)
                self.assertAlmostEqual(outcome.busy_seconds / outcome.end / load, 1, delta=0.02)

    def test_a_wrong_number_of_servers_is_seen(self):
        outcome = q.simulate(poisson(1.4, 20_000, seed=3), exponential(1.0, seed=4), q.Rules(cores=3))
        _, mean = arrivals.erlang_c(2, 1.4)
        self.assertLess(sum(outcome.waits) / len(outcome.waits), mean / 2)


class Load(unittest.TestCase):
    def test_has_as_many_pull_requests_and_pushes_as_it_says(self):
        load = arrivals.Load(pulls_per_day=3000, hours_between_pushes=0.01)
        pushes = arrivals.pushes(load, days=5, seed=1)
        self.assertAlmostEqual(len({p.pull for p in pushes}) / 15_000, 1, delta=0.03)
        self.assertAlmostEqual(len(pushes) / 45_000, 1, delta=0.04)

    def test_rests_at_night_and_on_weekends(self):
        load = arrivals.Load(pulls_per_day=3000, hours_between_pushes=0.01)
        pushes = arrivals.pushes(load, days=7, seed=1)
        by_day = [sum(p.time // arrivals.DAY == day for p in pushes) for day in range(7)]
        self.assertLess(max(by_day[5:]) * 5, min(by_day[:5]))
        night = sum(p.time % arrivals.DAY < 5 * arrivals.HOUR for p in pushes)
        self.assertLess(night, len(pushes) * 0.02)

    def test_is_the_same_for_the_same_seed(self):
        load = arrivals.Load(pulls_per_day=500)
        self.assertEqual(arrivals.pushes(load, 1, seed=7), arrivals.pushes(load, 1, seed=7))
        self.assertNotEqual(arrivals.pushes(load, 1, seed=7), arrivals.pushes(load, 1, seed=8))


class Queue(unittest.TestCase):
    # Tenant 0 pushes a thousand at once, tenant 1 one every minute.
    BURST = sorted([Push(100.0, 0, index, 0) for index in range(1000)]
                   + [Push(60.0 * index, 1, 10_000 + index, 0) for index in range(1, 30)],
                   key=lambda push: push.time)

    def waits_of_the_quiet(self, is_fair):
        outcome = q.simulate(self.BURST, lambda push: 1.0, q.Rules(cores=1, is_fair=is_fair))
        self.assertEqual(len(outcome.waits), 1029)
        return outcome.waits_of(lambda tenant: tenant == 1)

    def test_gives_each_tenant_its_turn(self):
        self.assertLessEqual(max(self.waits_of_the_quiet(True)), 2.0)
        self.assertGreater(max(self.waits_of_the_quiet(False)), 900)

    def test_withdraws_what_a_newer_push_supersedes(self):
        pushes = [Push(0.0, 0, 1, 0), Push(0.1, 0, 2, 0), Push(0.2, 0, 2, 1), Push(0.3, 0, 2, 2)]
        outcome = q.simulate(pushes, lambda push: 10.0, q.Rules(cores=1))
        self.assertEqual((len(outcome.waits), outcome.superseded), (2, 2))
        outcome = q.simulate(pushes, lambda push: 10.0, q.Rules(cores=1, supersedes=False))
        self.assertEqual((len(outcome.waits), outcome.superseded), (4, 0))

    def test_starts_no_more_of_a_tenant_than_github_allows(self):
        outcome = q.simulate(self.BURST, lambda push: 0.1, q.Rules(cores=4, tenant_interval=10.0))
        self.assertAlmostEqual(max(outcome.waits_of(lambda t: t == 0)), 9990, delta=20)
        self.assertLess(max(outcome.waits_of(lambda t: t == 1)), 1)

    def test_leaves_no_core_idle_while_jobs_wait(self):
        outcome = q.simulate([Push(0.0, n % 3, n, 0) for n in range(30)], lambda push: 1.0,
                             q.Rules(cores=3))
        self.assertEqual(outcome.end, 10.0)

    def test_ends_without_arrivals(self):
        self.assertEqual(q.simulate([], lambda push: 1.0, q.Rules(cores=1)).waits, [])


class Percentile(unittest.TestCase):
    def test_is_one_of_the_values(self):
        values = list(range(1, 101))
        self.assertEqual([q.percentile(values, s) for s in (0, 0.5, 0.95, 1)], [1, 51, 96, 100])
        self.assertEqual(q.percentile([], 0.5), 0)


if __name__ == "__main__":
    unittest.main()
