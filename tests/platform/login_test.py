"""People get in: by an OpenID provider, by a proxy in front; and nobody else does."""

import hashlib
import json
import re

import harness
import platform_processes as platform
from login_browser import Browser


class Login(platform.Case):
    def provider(self, email, groups):
        process = platform.Process([harness.DATA[1], email, groups], self.environment)
        self.addCleanup(process.kill)
        return process.wait_for_line(r"(http://\S+)").group(1)

    def login_server(self, grants, *flags, github=None, **more):
        secret = self.write(self.path("oidc.secret"), "client secret/1\n")
        return self.server(
            github, "--grants=" + self.write(self.path("grants"), grants),
            "--oidc-issuer=" + self.provider("ada@acme.example", "trainers,data"),
            "--oidc-client-id=allreview", "--oidc-client-secret-file=" + secret, *flags, **more)

    def audit(self, browser, server):
        session = next(value for name, value in browser.cookies.items() if name.endswith("session"))
        status, _, body = server.call("GET", "/api/v1/audit",
                                      headers={"Authorization": "Bearer " + session})
        self.assertEqual(status, 200, body)
        return [(entry["actor"], entry["action"]) for entry in json.loads(body)["entries"]]

    def test_names_the_person_in_votes_and_audit_log(self):
        server = self.login_server("oidc:@trainers read,review,admin\n",
                                   github=self.github(self.sample()))
        browser = Browser(server.http)
        status, location, _ = browser.get("/reviews/7")
        self.assertEqual((status, location), (303, "/login?next=%2Freviews%2F7"))
        self.assertIn("Log in with 127.0.0.1:", browser.get(location)[2])
        status, location, body = browser.log_in("/rules")
        self.assertEqual((status, location), (303, "/rules"), body)
        self.assertIn("oidc:ada@acme.example", browser.get("/rules")[2])
        session = browser.cookies["allreview_session"]
        self.assertRegex(session, r"^ars_")
        headers = {"Authorization": "Bearer " + session}
        status, _, body = server.call("POST", "/api/v1/reviews", {
            "ref": {"github": {"owner": "acme", "repository": "train", "number": 7}}},
            headers=headers)
        self.assertIn(status, (200, 202), body)
        server.token = session
        review = server.wait_for_reviews(1)[0]
        self.assertEqual(review["requested_by"], "oidc:ada@acme.example")
        finding = server.get("/api/v1/reviews/" + review["id"])["review"]["findings"][0]
        page = "/reviews/%s/changes" % review["id"]
        status, location, body = browser.post("/reviews/%s/feedback" % review["id"], page,
                                              fingerprint=finding["fingerprint"], vote="useful")
        self.assertEqual(status, 303, body)
        audit = self.audit(browser, server)
        self.assertIn(("oidc:ada@acme.example", "session.begun"), audit)
        self.assertIn(("oidc:ada@acme.example", "review.submit"), audit)
        export = self.run_program("store", "export", "--store=sqlite:" + self.path("reviews.db"))
        self.assertEqual(export.code, 0, export.message)
        keys = [json.loads(line).get("key", "") for line in export.text.splitlines()]
        votes = [key for key in keys if key.startswith("vote/")]
        self.assertEqual(len(votes), 1, keys)
        self.assertTrue(votes[0].endswith("/oidc:ada@acme.example"), votes)

    def test_ends_with_logout_and_when_it_is_revoked_on_every_gateway(self):
        redis = platform.Redis(self.path("redis"))
        self.addCleanup(redis.process.kill)
        grants = "everyone read,admin\n"
        first = self.login_server(grants, store=redis.url)
        second = self.login_server(grants, store=redis.url)
        browser, other = Browser(first.http), Browser(first.http)
        browser.log_in()
        other.log_in()
        headers = {"Authorization": "Bearer " + browser.cookies["allreview_session"]}
        for server in (first, second):
            self.assertEqual(server.call("GET", "/api/v1/reviews", headers=headers)[0], 200)
        sessions = other.get("/sessions")[2]
        self.assertEqual(sessions.count("<td>oidc:ada@acme.example"), 2)
        own = re.search(r'this browser.*?name="id" value="(\w+)"', sessions, re.S).group(1)
        victim = next(one for one in re.findall(r'name="id" value="(\w+)"', sessions) if one != own)
        self.assertEqual(other.post("/sessions/revoke", "/sessions", id=victim)[0], 303)
        for server in (first, second):
            self.assertEqual(server.call("GET", "/api/v1/reviews", headers=headers)[0], 401)
        headers = {"Authorization": "Bearer " + other.cookies["allreview_session"]}
        status, location, _ = other.post("/logout", "/rules")
        self.assertEqual((status, location), (303, "/login?left=oidc"))
        self.assertNotIn("allreview_session", other.cookies)
        self.assertEqual(second.call("GET", "/api/v1/reviews", headers=headers)[0], 401)

    def test_sessions_are_listed_and_ended_from_the_command_line(self):
        server = self.login_server("oidc:@trainers read,admin\n", "--max-sessions=2")
        browsers = [Browser(server.http) for _ in range(3)]
        for browser in browsers:
            browser.log_in()
        first, other, last = (browser.cookies["allreview_session"] for browser in browsers)

        def sessions(command, *arguments, token=last):
            return self.run_program("sessions", command, "--gateway=" + server.grpc, *arguments,
                                    environment={"ALLREVIEW_TOKEN": token})

        self.assertEqual(sessions("list", token=first).code, 4, "the third ended the first")
        run = sessions("list")
        self.assertEqual(run.code, 0, run.message)
        lines = run.text.splitlines()
        self.assertEqual(len(lines), 2, run.text)
        for line in lines:
            self.assertRegex(line, r"^[0-9a-f]{12}  oidc:ada@acme[.]example  20\d\d-.* UTC")
        self.assertEqual(sessions("list", "--person=oidc:bob").text, "")
        self.assertEqual(sessions("revoke", "ffffffff").message,
                         'allreview: no session begins with "ffffffff"\n')
        ids = {session["id"] for session in json.loads(
            sessions("list", "--format=json").text)["sessions"]}
        own = hashlib.sha256(last.encode()).hexdigest()
        victim = (ids - {own}).pop()
        run = sessions("revoke", victim[:12])
        self.assertEqual((run.code, run.text), (0, "ended 1 session\n"), run.message)
        headers = {"Authorization": "Bearer " + other}
        self.assertEqual(server.call("GET", "/api/v1/reviews", headers=headers)[0], 401)
        headers = {"Authorization": "Bearer " + last}
        status, _, body = server.call("DELETE", "/api/v1/sessions?person=oidc:ada@acme.example",
                                      headers=headers)
        self.assertEqual((status, json.loads(body)["revoked"]), (200, 1), body)
        self.assertEqual(server.call("GET", "/api/v1/reviews", headers=headers)[0], 401)

    def test_people_without_admin_see_their_own_sessions_alone(self):
        server = self.login_server("oidc:@trainers read\nproxy:root read,admin\n",
                                   "--user-header=X-Forwarded-User", "--trusted-proxy=127.0.0.3")
        ada = Browser(server.http)
        ada.log_in()
        headers = {"Authorization": "Bearer " + ada.cookies["allreview_session"]}
        status, _, body = server.call("GET", "/api/v1/sessions", headers=headers)
        self.assertEqual((status, len(json.loads(body)["sessions"])), (200, 1), body)
        for method in ("GET", "DELETE"):
            self.assertEqual(server.call(method, "/api/v1/sessions?person=oidc:bob",
                                         headers=headers)[0], 403)
        root = Browser(server.http)
        as_root = {"X-Forwarded-User": "root"}
        status, _, body = root.get("/api/v1/sessions", headers=as_root, source="127.0.0.3")
        self.assertEqual([one["person"] for one in json.loads(body)["sessions"]],
                         ["oidc:ada@acme.example"], body)
        audit = root.get("/api/v1/audit", headers=as_root, source="127.0.0.3")[2]
        self.assertNotIn("ListSessions", audit, "to look at one's own is nothing to refuse")

    def test_shows_only_what_the_grants_allow(self):
        server = self.login_server("oidc:@trainers read other/*\nproxy:root read,review,admin\n",
                                   "--user-header=X-Forwarded-User", "--trusted-proxy=127.0.0.3",
                                   github=self.github(self.sample()))
        root = Browser(server.http)
        as_root = {"X-Forwarded-User": "root"}
        ref = {"ref": {"github": {"owner": "acme", "repository": "train", "number": 7}}}
        status, _, body = root.request(
            "POST", "/api/v1/reviews", json.dumps(ref),
            headers={"Content-Type": "application/json", **as_root}, source="127.0.0.3")
        self.assertEqual(status, 202, body)
        review = json.loads(body)["review"]["id"]
        platform.until(lambda: '"REVIEW_STATE_DONE"' in root.get(
            "/api/v1/reviews/" + review, headers=as_root, source="127.0.0.3")[2], "the review")
        ada = Browser(server.http)
        ada.log_in()
        session = {"Authorization": "Bearer " + ada.cookies["allreview_session"]}
        for path in ("/", "/repositories", "/trends", "/rules"):
            status, _, body = ada.get(path)
            self.assertEqual(status, 200, path)
            self.assertNotIn("acme/train", body, path)
            self.assertNotIn(review, body, path)
        for path in ("/api/v1/reviews", "/api/v1/repositories", "/api/v1/trends",
                     "/api/v1/rules/standings"):
            self.assertNotIn("acme", ada.get(path, headers=session)[2], path)
        for path in ("/reviews/" + review, "/reviews/%s/changes" % review,
                     "/api/v1/reviews/" + review):
            self.assertEqual(ada.get(path, headers=session)[0], 404, path)
        self.assertEqual(ada.get("/api/v1/audit", headers=session)[0], 403)
        self.assertIn("acme/train", root.get("/", headers=as_root, source="127.0.0.3")[2])

    def test_believes_a_proxys_header_of_the_proxy_alone(self):
        server = self.server(
            None, "--grants=" + self.write(self.path("grants"), "proxy:@platform read,admin\n"),
            "--user-header=X-Forwarded-User", "--groups-header=X-Forwarded-Groups",
            "--trusted-proxy=127.0.0.3")
        ada = {"X-Forwarded-User": "ada", "X-Forwarded-Groups": "trainers,platform"}
        browser = Browser(server.http)
        status, _, body = browser.get("/rules", headers=ada, source="127.0.0.3")
        self.assertEqual(status, 200)
        self.assertIn("proxy:ada", body)
        self.assertEqual(browser.get("/api/v1/audit", headers=ada, source="127.0.0.3")[0], 200)
        for forged in (ada, {**ada, "X-Forwarded-For": "127.0.0.3"},
                       {**ada, "Authorization": "Bearer arv_e30=.00"},
                       {**ada, "Forwarded": "for=127.0.0.3"}):
            self.assertEqual(browser.get("/api/v1/audit", headers=forged)[0], 401, forged)
            self.assertEqual(browser.get("/rules", headers=forged)[1], "/login?next=%2Frules")
        eve = {"X-Forwarded-User": "eve", "X-Forwarded-Groups": "trainers"}
        status, _, body = browser.get("/api/v1/audit", headers=eve, source="127.0.0.3")
        self.assertEqual(status, 403)
        self.assertIn("no line of the grants gives to proxy:eve", body)
        # gRPC has no proxy before it: what HTTP makes of the header is worth nothing there.
        self.assertEqual(browser.get("/api/v1/audit", source="127.0.0.3")[0], 401)

    def test_takes_no_login_twice_and_none_of_another_browser(self):
        server = self.login_server("everyone read\n")
        browser = Browser(server.http)
        browser.log_in()
        browser.get("/rules")  # Which sets the cookie of forms.
        cookies = dict(browser.cookies)
        status, _, body = browser.get(browser.back)
        self.assertEqual(status, 401)
        self.assertIn("has not begun this login", body)
        self.assertEqual(browser.cookies, cookies)
        self.assertEqual(Browser(server.http).get(browser.back)[0], 401)
        for target in ("//evil.example/", "https://evil.example/", "/\\evil.example"):
            self.assertEqual(Browser(server.http).log_in(target)[1], "/", target)
        log = "".join(server.process.lines)
        self.assertIn('msg="a login failed" provider=oidc', log)
        for secret in (cookies["allreview_session"], "code-1", "client secret"):
            self.assertNotIn(secret, log)

    def test_says_what_is_missing(self):
        run = self.run_program("serve", "--oidc-issuer=https://sso.acme.example",
                               "--oidc-client-id=allreview")
        self.assertEqual(run.code, 2)
        self.assertIn("--oidc-issuer needs --grants: what people may do", run.message)
        run = self.run_program("serve", "--user-header=X-Forwarded-User", "--grants=grants")
        self.assertEqual(run.code, 2)
        self.assertIn("--user-header needs --trusted-proxy: whose header is believed", run.message)


if __name__ == "__main__":
    platform.main()
