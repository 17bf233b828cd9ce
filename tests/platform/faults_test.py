"""GitHub fails in each way that it is known to fail; every review arrives all the same, and once."""

import chaos
import platform_processes as platform

# What goes wrong for one pull request: a fault of the fake, see tests/fakes/github_control.h.
FAULTS = {
    "the change cannot be read twice": {
        "method": "GET", "path_end": "/pulls/{n}", "status": 502, "times": 2},
    "reading waits for a limit": {
        "method": "GET", "path_end": "/pulls/{n}", "status": 429, "headers": {"retry-after": "1"},
        "body": '{"message": "You have exceeded a secondary rate limit"}'},
    "the list of reviews fails": {
        "method": "GET", "path_end": "/pulls/{n}/reviews", "status": 500},
    "posting fails before it has an effect": {
        "method": "POST", "path_end": "/pulls/{n}/reviews", "status": 502},
    "the answer to a post is lost": {
        "method": "POST", "path_end": "/pulls/{n}/reviews", "status": 502, "is_after": True},
    "the connection is cut after a post": {
        "method": "POST", "path_end": "/pulls/{n}/reviews", "is_cut": True, "is_after": True},
    "posting waits for a limit": {
        "method": "POST", "path_end": "/pulls/{n}/reviews", "status": 403,
        "headers": {"retry-after": "1"},
        "body": '{"message": "You have exceeded a secondary rate limit"}'},
    "the answer is no JSON": {
        "method": "GET", "path_end": "/pulls/{n}/reviews", "status": 200, "body": "<html>"},
}

# These strike whoever comes first.
COMMON_FAULTS = {
    "the answer to a check run is lost": {
        "method": "POST", "path_end": "/check-runs", "status": 502, "is_after": True},
    "GraphQL fails": {"method": "POST", "path_end": "/graphql", "status": 502},
}


class Faults(platform.Case):
    def test_every_review_arrives_once(self):
        repository = self.sample()
        github = self.github()
        server = self.server(github, "--workers=4")
        names = [*FAULTS, *COMMON_FAULTS]
        for number, name in enumerate(names, start=1):
            github.add_pull(repository, number=number, base="HEAD~1", head="HEAD", title=name)
            fault = FAULTS.get(name) or COMMON_FAULTS[name]
            github.control("POST", "faults", {
                **fault, "path_end": fault["path_end"].replace("{n}", str(number))})
        for number in range(1, len(names) + 1):
            def is_taken(number=number):
                return github.webhook(server, number=number) in (200, 202)
            platform.until(is_taken, "webhook of #%d" % number)
        reviews = {int(review["number"]): review
                   for review in server.wait_for_reviews(len(names))}
        state = github.state()
        self.assertEqual(state["faults_left"], 0, "some fault never struck")
        for number, name in enumerate(names, start=1):
            with self.subTest(name):
                review = reviews[number]
                self.assertEqual(review["state"], "REVIEW_STATE_DONE", review)
                self.assertEqual(review["publication"]["state"], "STATE_PUBLISHED", review)
                pull = github.pull(number)
                self.assertEqual(len(pull["reviews"]), 1, pull)
                comments = [c for c in pull["comments"] if chaos.MARKER.search(c["body"])]
                self.assertEqual(len(comments), 2, pull)
        # One commit, one check run: all pull requests here have the same head.
        self.assertEqual({run["status"] for run in state["check_runs"]}, {"completed"})
        self.assertEqual(server.get("/api/v1/dead-letters").get("letters", []), [])

    def test_a_review_without_the_permission_for_check_runs_says_so(self):
        repository = self.sample()
        github = self.github(repository)
        github.control("POST", "denied", {"permissions": ["checks"]})
        server = self.server(github)
        github.webhook(server, number=7)
        review = server.wait_for_reviews(1)[0]
        self.assertEqual(review["publication"]["state"], "STATE_PARTIAL", review)
        self.assertIn("check", review["publication"]["reason"])
        self.assertEqual(len(github.pull(7)["reviews"]), 1)


if __name__ == "__main__":
    platform.main()
