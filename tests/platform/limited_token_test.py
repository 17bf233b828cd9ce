"""What a token that is limited to some repositories learns of the others: nothing, by any address."""

import re

import platform_processes as platform


class LimitedToken(platform.Case):
    def setUp(self):
        super().setUp()
        self.fake = self.github(self.sample())
        tokens = ""
        self.tokens = {}
        for name, flags in {
                "all": ["--scopes=read,review,admin"],
                "other": ["--scopes=read,review,admin", "--repositories=other/*"],
                "one": ["--scopes=read,review,admin", "--repositories=acme/train"]}.items():
            run = self.run_program("tokens", "new", "--name=" + name, *flags)
            self.tokens[name], line = re.search(
                r"token: (\S+)\nline for the file of tokens: (.*)\n", run.text).groups()
            tokens += line + "\n"
        self.allreview = self.server(
            self.fake, "--tokens=" + self.write(self.path("tokens"), tokens))
        self.allreview.token = self.tokens["all"]
        self.fake.webhook(self.allreview, number=7, action="opened")
        self.review = self.allreview.wait_for_reviews(1)[0]
        finding = self.allreview.get("/api/v1/reviews/" + self.review["id"])["review"]["findings"][0]
        status, _, body = self.allreview.call(
            "POST", "/api/v1/reviews/%s/feedback" % self.review["id"],
            {"fingerprint": finding["fingerprint"], "vote": "VOTE_USEFUL"})
        self.assertEqual(status, 200, body)

    @staticmethod
    def is_endless(method):
        return "text/event-stream" in str(method["responses"])

    def answers(self, token):
        """(path, status, text) of each address of the API that names no resource."""
        paths = self.allreview.get("/openapi.json")["paths"]
        headers = {"Authorization": "Bearer " + self.tokens[token]}
        for path, methods in sorted(paths.items()):
            if "get" not in methods or "{" in path or self.is_endless(methods["get"]):
                continue
            names = [parameter.get("name") for parameter in methods["get"].get("parameters", [])]
            queries = [""] + ["?page_size=1"] * ("page_size" in names)
            for query in queries:
                status, _, body = self.allreview.call("GET", path + query, headers=headers)
                yield path, status, body.decode()

    def test_tells_nothing_of_other_repositories(self):
        seen = [path for path, _, _ in self.answers("all")]
        for path in ("/api/v1/reviews", "/api/v1/repositories", "/api/v1/rules/standings",
                     "/api/v1/trends", "/api/v1/audit", "/api/v1/dead-letters"):
            self.assertIn(path, seen)
        self.assertTrue(any("acme" in text for _, _, text in self.answers("all")))
        for path, _, text in self.answers("other"):
            if path.endswith("/openapi.json"):
                continue
            for secret in ("acme", self.review["id"], '"impressions": [^0]', '"next_page_token": "[^"]'):
                self.assertNotRegex(text, secret, path)

    def test_that_sees_one_repository_sees_no_sum_over_its_organisation(self):
        answers = {path: text for path, _, text in self.answers("one")}
        self.assertIn(self.review["id"], answers["/api/v1/reviews"])
        self.assertNotRegex(answers["/api/v1/rules/standings"], '"impressions": [^0]')

    def test_that_is_limited_is_no_operators(self):
        for token in ("other", "one"):
            for path, status, _ in self.answers(token):
                if path in ("/api/v1/audit", "/api/v1/dead-letters"):
                    self.assertEqual(status, 403, path)

    def test_is_refused_a_review_of_other_repositories_in_each_form_of_their_name(self):
        for ref in ({"github": {"owner": "acme", "repository": "train", "number": 7}},
                    {"pull_request": {"repository": "acme/train", "number": 7}}):
            for token, allowed in (("other", (403,)), ("one", (200, 201, 202))):
                status, _, body = self.allreview.call(
                    "POST", "/api/v1/reviews", {"ref": ref},
                    headers={"Authorization": "Bearer " + self.tokens[token]})
                self.assertIn(status, allowed, body)


if __name__ == "__main__":
    platform.main()
