"""More work at once than may wait: each submission is accepted and done, or refused and told why."""

import json

import harness
import overload
import platform_processes as platform

SUBMISSIONS = 500
CLIENTS = 200  # Fewer than the connections that one address may have.
AT_THE_SAME_TIME = 16  # Workers of the HTTP server: so many may see the same free place.
OF_ONE = 100
OF_ALL = 250


class Overload(platform.Case):
    def overload(self, callers):
        """(server, answers): what becomes of SUBMISSIONS while nobody works."""
        tokens, lines = overload.make_tokens(harness.PROGRAM, self.environment, callers)
        self.flags = ["--tokens=" + self.write(self.path("tokens"), lines),
                      "--max-waiting-per-token=%d" % OF_ONE, "--max-waiting=%d" % OF_ALL]
        server = self.server(None, *self.flags, "--workers=0")
        server.token = tokens[0]
        probe = overload.HealthProbe(server.http)
        try:
            answers = overload.submit_all(server.http, tokens, SUBMISSIONS, CLIENTS)
        finally:
            times, failures = probe.stop()
        self.assertGreater(len(times), 0)
        self.assertEqual(failures, [], "/healthz answers throughout")
        self.assertEqual(len(answers), SUBMISSIONS)
        return server, answers

    def check_refusals(self, answers):
        for answer in answers:
            if answer.status == 202:
                continue
            self.assertEqual(answer.status, 429, answer)
            self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
            problem = json.loads(answer.body)
            self.assertRegex(problem["detail"], r"^\d+ (reviews that token:caller-\d asked for|jobs) "
                                                r"wait, at most \d+ may; ask again")
            # No job has ended lately, so nobody knows how long it takes.
            self.assertEqual(answer.headers["Retry-After"], "60")

    def check_that_none_is_lost(self, server, answers):
        """By another server on the same store, once with workers."""
        ids = overload.ids_of(answers)
        self.assertEqual(len(set(ids)), len(ids))
        server.process.stop()
        again = self.server(None, *self.flags, "--workers=2")
        again.token = server.token
        for review in ids:
            self.assertEqual(again.wait_for_end(review)["state"], "REVIEW_STATE_DONE")
        once_more = overload.submit_all(again.http, [again.token], 1, 1)[0]
        self.assertIn(once_more.status, (200, 202), "there is room again")

    def test_one_token_has_its_places_and_no_more(self):
        server, answers = self.overload(1)
        self.check_refusals(answers)
        accepted = len(overload.ids_of(answers))
        self.assertGreaterEqual(accepted, OF_ONE)
        self.assertLess(accepted, OF_ONE + AT_THE_SAME_TIME)
        self.check_that_none_is_lost(server, answers)

    def test_several_tokens_share_what_there_is(self):
        server, answers = self.overload(4)
        self.check_refusals(answers)
        accepted = [answer for answer in answers if answer.status == 202]
        self.assertGreaterEqual(len(accepted), OF_ALL)
        self.assertLess(len(accepted), OF_ALL + AT_THE_SAME_TIME)
        for token in {answer.token for answer in answers}:
            of_it = sum(answer.token == token for answer in accepted)
            self.assertLess(of_it, OF_ONE + AT_THE_SAME_TIME)
        self.check_that_none_is_lost(server, answers)


if __name__ == "__main__":
    platform.main()
