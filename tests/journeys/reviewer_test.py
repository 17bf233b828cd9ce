"""A reviewer: from the check on a pull request to a vote with a reason, by a login in between.

The page stands behind a proxy that ends TLS; people come from an OpenID provider.

Arguments: the program, the fake GitHub, the OpenID provider.
"""

import json
import urllib.parse

import harness
import platform_processes as platform
from login_browser import Browser
from tls_proxy import PUBLIC_HOST, TlsProxy

BASE = "https://" + PUBLIC_HOST
REASON = "The head of this model takes probabilities."


class Reviewer(platform.Case):
    def setUp(self):
        super().setUp()
        self.fake = self.github(self.sample())
        provider = platform.Process([harness.DATA[1], "ada@acme.example", "trainers"],
                                    self.environment)
        self.addCleanup(provider.kill)
        issuer = provider.wait_for_line(r"(http://\S+)").group(1)
        self.allreview = self.server(
            self.fake, "--public-url=" + BASE, "--trusted-proxy=127.0.0.1",
            "--grants=" + self.write(self.path("grants"), "oidc:@trainers read,review acme/*\n"),
            "--oidc-issuer=" + issuer, "--oidc-client-id=allreview",
            "--oidc-client-secret-file=" + self.write(self.path("oidc.secret"), "client secret/1\n"))
        self.proxy = TlsProxy(self.folder, self.environment,
                              [self.allreview.http.removeprefix("http://")])
        self.addCleanup(self.proxy.close)

    def check_run(self):
        """The check of the pull request, once its review is published."""
        def done():
            return [run for run in self.fake.state()["check_runs"] if run["status"] == "completed"]
        self.assertIn(self.fake.webhook(self.allreview, number=7, action="opened"), (200, 202))
        return platform.until(done, "a check that has ended")[0]

    def test_from_a_check_to_a_vote_with_a_reason(self):
        run = self.check_run()
        self.assertEqual(run["conclusion"], "failure")
        self.assertTrue(run["details_url"].startswith(BASE + "/reviews/"), run)
        page = run["details_url"][len(BASE):]
        browser = Browser(BASE, self.proxy)
        # The link leads to the login, and the login back to what the link named.
        status, location, _ = browser.get(page)
        self.assertEqual((status, location),
                         (303, "/login?next=" + urllib.parse.quote(page, safe="")))
        status, location, text = browser.log_in(page)
        self.assertEqual((status, location), (303, page), text)
        text = browser.get(page)[2]
        self.assertIn("oidc:ada@acme.example", text)
        # The finding is shown at its line; the reason of the vote goes with it.
        changes = page.split("#")[0].rstrip("/") + "/changes"
        text = browser.get(changes)[2]
        self.assertIn("softmax", text)
        headers = {"Authorization": "Bearer " + browser.cookies["__Host-allreview_session"]}
        review = json.loads(browser.get("/api/v1" + page, headers=headers)[2])["review"]
        finding = review["findings"][0]
        self.assertIn("finding-" + finding["fingerprint"], text)
        status, location, text = browser.post(
            page + "/feedback", changes, fingerprint=finding["fingerprint"], vote="not-useful",
            reason=REASON)
        self.assertEqual(status, 303, text)
        self.assertIn("Thank you", browser.get(location.split("#")[0])[2])
        # Whoever looks after the rule reads it.
        votes = json.loads(browser.get(
            "/api/v1/feedback?rule_id=" + finding["rule_id"], headers=headers)[2])["feedback"]
        self.assertEqual([(vote["vote"], vote["reason"], vote["voter"]) for vote in votes],
                         [("VOTE_NOT_USEFUL", REASON, "oidc:ada@acme.example")])

    def test_a_stranger_sees_nothing(self):
        page = self.check_run()["details_url"][len(BASE):]
        stranger = Browser(BASE, self.proxy)
        status, _, text = stranger.get(page)
        self.assertEqual(status, 303)
        self.assertNotIn("softmax", text)
        self.assertEqual(stranger.get("/api/v1" + page)[0], 401)


if __name__ == "__main__":
    platform.main()
