"""What people write in comments reaches the server as a webhook and is answered once."""

import re

import platform_processes as platform


class CommandsInComments(platform.Case):
    def setUp(self):
        super().setUp()
        self.fake = self.github(self.sample())
        for user, permission in (("mara", "write"), ("eve", "read")):
            self.fake.control("POST", "people", {
                "number": 7, "action": "permission", "user": user, "body": permission})
        self.allreview = self.start()
        self.fake.webhook(self.allreview, number=7, action="opened")
        self.allreview.wait_for_reviews(1)

    def start(self):
        return self.server(self.fake)

    def say(self, body, user="mara"):
        """Writes a comment, tells the server, and returns the comment's id."""
        self.fake.control("POST", "people", {
            "number": 7, "action": "say", "user": user, "body": body})
        comment = self.fake.pull(7)["issue_comments"][-1]
        status = self.fake.webhook(
            self.allreview, number=7, event="issue_comment", action="created", sender=user,
            comment_id=comment["id"], comment_body=body)
        self.assertIn(status, (200, 202))
        return comment["id"]

    def answers(self):
        return [comment["body"] for comment in self.fake.pull(7)["issue_comments"]
                if comment["user"] == "allreview[bot]"]

    def wait_for_answer(self, count=1):
        return platform.until(
            lambda: self.answers()[count - 1:count] or None, "answer %d" % count)[0]

    def wait_until_idle(self):
        """No job is left: what has not been answered by now never will be."""
        def is_idle():
            _, _, text = platform.call(self.allreview.metrics, "GET", "/metrics")
            depths = [line.split()[-1] for line in text.decode().splitlines()
                      if line.startswith("allreview_queue_jobs{")]
            return depths and all(float(depth) == 0 for depth in depths)
        platform.until(is_idle, "an empty queue")

    def test_help_lists_the_commands(self):
        self.say("/allreview help")
        self.assertIn("/allreview deep-dive", self.wait_for_answer())

    def test_a_document_is_that_of_the_page(self):
        self.say("/allreview deep-dive")
        answer = self.wait_for_answer()
        review = self.allreview.reviews()[0]
        _, _, document = self.allreview.call(
            "GET", "/api/v1/reviews/%s/documents/deep-dive?format=markdown" % review["id"])
        for line in document.decode("utf-8")[:2000].splitlines():  # A long one is folded.
            self.assertIn(line, answer)

    def test_every_document_is_written(self):
        for count, command in enumerate(("explain", "audit", "audit memory", "numerics"), start=1):
            self.say("/allreview " + command)
            self.assertNotIn("could not be done", self.wait_for_answer(count), command)

    def test_a_finding_is_voted_down(self):
        review = self.allreview.reviews()[0]
        finding = self.allreview.get("/api/v1/reviews/" + review["id"])["review"]["findings"][0]
        self.say("/allreview not-useful %s too noisy" % finding["fingerprint"])
        self.assertIn("is not useful", self.wait_for_answer())

    def test_strangers_and_quotes_get_no_answer(self):
        self.say("/allreview help", user="eve")
        self.say("> /allreview help")
        self.say("/allreview help")
        self.wait_for_answer()
        self.wait_until_idle()
        self.assertEqual(len(self.answers()), 1)

    def test_an_ignored_rule_is_not_posted_again(self):
        self.say("/allreview ignore mutable-default")
        self.wait_for_answer()
        self.say("/allreview review")
        reviews = self.allreview.wait_for_reviews(2)
        self.assertEqual(reviews[0]["counts"].get("suppressed"), 1, reviews[0])


class CommandsWithTokens(CommandsInComments):
    """GitHub says who may do what in comments; tokens are for the other faces."""

    def start(self):
        run = self.run_program("tokens", "new", "--name=test", "--scopes=read")
        token, line = re.search(r"token: (\S+)\nline for the file of tokens: (.*)\n",
                                run.text).groups()
        server = self.server(self.fake, "--tokens=" + self.write(self.path("tokens"), line + "\n"))
        server.token = token
        return server


if __name__ == "__main__":
    platform.main()
