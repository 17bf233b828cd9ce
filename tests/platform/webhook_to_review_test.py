"""A push reaches the server as a webhook; review, check run and page appear."""

import harness
import platform_processes as platform


class WebhookToReview(platform.Case):
    def test_a_push_becomes_a_review_a_check_run_and_a_page(self):
        repository = self.sample()
        github = self.github(repository)
        server = self.server(github)
        self.assertIn(github.webhook(server, number=7, action="opened"), (200, 202))
        review = server.wait_for_reviews(1)[0]
        self.assertEqual(review["state"], "REVIEW_STATE_DONE", review)
        self.assertEqual(review["repository"]["full_name"], "acme/train")
        pull = github.pull(7)
        self.assertEqual(len(pull["reviews"]), 1, pull)
        paths = sorted((comment["path"], comment["line"]) for comment in pull["comments"])
        # The first stands where its suggestion replaces a line.
        self.assertEqual(paths, [("train/loss.py", 5), ("train/options.py", 1)])
        runs = github.state()["check_runs"]
        self.assertEqual([run["conclusion"] for run in runs], ["failure"], runs)
        status, headers, page = server.call("GET", "/reviews/" + review["id"])
        self.assertEqual(status, 200)
        self.assertIn("text/html", headers["Content-Type"])
        self.assertIn(b"softmax-before-cross-entropy", page)

    def test_a_team_is_told_in_its_language(self):
        github = self.github(self.sample(
            extra_before={".allreview.yaml": "review:\n  language: zh\n"}))
        server = self.server(github)
        github.webhook(server, number=7, action="opened")
        review = server.wait_for_reviews(1)[0]
        pull = github.pull(7)
        self.assertIn("\n**覆盖情况**：", pull["reviews"][0]["body"])
        for comment in pull["comments"]:
            self.assertIn("<sub>规则 [`", comment["body"])
        output = github.state()["check_runs"][0]["output"]
        self.assertTrue(output["title"].startswith("阻断合并："), output)
        _, _, document = server.call(
            "GET", "/api/v1/reviews/%s/documents/review?format=markdown&language=en" % review["id"])
        self.assertIn("Rule: `", document.decode("utf-8"))

    def test_a_merge_queue_gets_the_conclusion_of_the_review(self):
        repository = self.sample()
        github = self.github(repository)
        known = github.pull(7)["head"]
        server = self.server(github)
        github.webhook(server, number=7)
        server.wait_for_reviews(1)
        self.commit(repository, "Another change", {"train/new.py": "VALUE = 1\n"})
        github.add_pull(repository, number=8, base="HEAD~1", head="HEAD")
        unknown = github.pull(8)["head"]
        for head, ref in ((known, "pr-7-abc"), (unknown, "pr-99-abc")):
            status = github.webhook(
                server, number=7, event="merge_group", action="checks_requested", delivery=ref,
                payload={"merge_group": {
                    "head_sha": head, "head_ref": "refs/heads/gh-readonly-queue/main/" + ref}})
            self.assertIn(status, (200, 202))
        runs = {run["external_id"]: run for run in github.state()["check_runs"]}
        answer = runs["merge-queue-" + known]
        self.assertEqual(answer["conclusion"], "failure", runs)
        self.assertIn("As reviewed on the pull request", answer["output"]["title"])
        self.assertEqual(runs["merge-queue-" + unknown]["conclusion"], "neutral", runs)

    def test_github_is_asked_for_nothing_where_none_is_set_up(self):
        github = self.github(self.sample())
        for flags, asked in (([], []), (["--github-token-file="
                                         + self.write(self.path("token"), "a-token\n")],
                                        ["/user"])):
            server = self.server(None, "--github-api=" + github.base, *flags)
            server.get("/api/v1/rules")
            # Its chores have had their first turn when it is ready.
            platform.until(lambda: server.call("GET", "/readyz")[0] == 200, "a ready server")
            self.assertEqual(server.process.stop(), 0)
            requests = github.control("GET", "requests?bodies=0")
            self.assertEqual([request["target"] for request in requests], asked)

    def test_the_same_delivery_twice_is_one_review(self):
        github = self.github(self.sample())
        server = self.server(github)
        for delivery in ("d-1", "d-1", "d-2"):
            self.assertIn(github.webhook(server, number=7, delivery=delivery), (200, 202))
        server.wait_for_reviews(1)
        self.assertEqual(len(server.reviews()), 1)
        self.assertEqual(len(github.pull(7)["reviews"]), 1)

    def test_a_new_push_keeps_threads_and_closes_what_is_fixed(self):
        repository = self.sample()
        github = self.github(repository)
        server = self.server(github)
        github.webhook(server, number=7, action="opened")
        server.wait_for_reviews(1)
        self.commit(repository, "Undo the default", {"train/options.py": harness.OPTIONS_BEFORE})
        github.add_pull(repository, number=7, base="HEAD~2", head="HEAD")
        github.webhook(server, number=7, action="synchronize")
        server.wait_for_reviews(2)
        pull = github.pull(7)
        self.assertEqual(len([c for c in pull["comments"] if not c["in_reply_to"]]), 2, pull)
        resolved = [thread for thread in pull["threads"] if thread["is_resolved"]]
        self.assertEqual(len(resolved), 1, pull)
        summary = pull["reviews"][0]["body"]
        self.assertIn("1 fixed.\n- Fixed: `", summary)
        self.assertRegex(summary, r"\n- \*\*P\d\*\* ")

    def test_documents_are_those_of_the_command_line(self):
        repository = self.sample()
        github = self.github(repository)
        server = self.server(github)
        github.webhook(server, number=7)
        review = server.wait_for_reviews(1)[0]
        for document in ("review", "deep-dive", "explanation", "audit", "playbook"):
            status, _, body = server.call(
                "GET", "/api/v1/reviews/%s/documents/%s?format=markdown" % (review["id"], document))
            self.assertEqual(status, 200, body)
            run = self.review("--pr=acme/train#7", "--documents=" + document,
                              "--github-api=" + github.base,
                              "--github-token-file=" + self.path("token"), "--format=markdown")
            self.assertIn(run.code, (0, 1, 3), run.message)
            self.assertEqual(body.decode("utf-8"), run.text, document)

    def test_a_wrong_signature_is_refused_and_nothing_is_queued(self):
        github = self.github(self.sample())
        server = self.server(github)
        self.assertEqual(github.webhook(server, number=7, signature="sha256=" + "0" * 64), 401)
        self.assertEqual(server.reviews(), [])

    def test_work_goes_on_after_a_crash(self):
        github = self.github(self.sample())
        server = self.server(github, "--workers=0")
        self.assertIn(github.webhook(server, number=7), (200, 202))
        server.process.kill()
        server = self.server(github)
        review = server.wait_for_reviews(1)[0]
        self.assertEqual(review["state"], "REVIEW_STATE_DONE")
        self.assertEqual(len(github.pull(7)["reviews"]), 1)

    def test_the_server_drains_on_sigterm(self):
        github = self.github(self.sample())
        server = self.server(github)
        github.webhook(server, number=7)
        server.wait_for_reviews(1)
        self.assertEqual(server.process.stop(), 0)


if __name__ == "__main__":
    platform.main()
