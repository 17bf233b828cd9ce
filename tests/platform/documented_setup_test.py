"""docs/server.md, followed to the letter: its commands, behind a proxy that ends TLS.

The commands are read out of the document. Replaced are addresses and ports; files have the names that
the document gives them. GitHub is the fake one, named by the environment.
"""

import html
import os
import re
import shlex
import subprocess
import urllib.parse

import harness
import platform_processes as platform
from login_browser import Browser, form_token
from tls_proxy import PUBLIC_HOST, TlsProxy

COMMANDS = ["help", "deep-dive", "explain", "audit", "numerics",
            "ignore mutable-default", "not-useful %s", "review"]
MOST_OF_A_KIND = 20  # There is a page for each of some hundred rules.


def commands_of(document, section):
    """The command lines of the first ```sh block below a heading."""
    with open(document, encoding="utf-8") as file:
        text = file.read()
    block = re.search(r"^## %s\n.*?^```sh\n(.*?)^```" % re.escape(section), text, re.M | re.S)
    lines = block.group(1).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True) for line in lines]


def links_of(page):
    """Addresses of this server that a page leads to."""
    targets = [html.unescape(target) for target in re.findall(r'href="(/[^"]*)"', page)]
    return [target.split("#")[0] for target in targets]


def kind_of(path):
    """Pages that differ only in what they are about are of one kind: /rules/NAME."""
    url = urllib.parse.urlsplit(path)
    parts = url.path.split("/")
    tab = parts[3] if len(parts) > 3 else ""
    return (parts[1], len(parts), tab, tuple(name for name, _ in urllib.parse.parse_qsl(url.query)))


class DocumentedSetup(platform.Case):
    public_url = "https://" + PUBLIC_HOST
    keeps_host = True
    trusted_proxy = "127.0.0.1"

    def setUp(self):
        super().setUp()
        self.document = os.path.join(os.path.dirname(harness.DATA[1]), "server.md")
        self.fake = self.github(self.sample())
        self.fake.control("POST", "people", {
            "number": 7, "action": "permission", "user": "mara", "body": "write"})
        self.write(self.path("secret"), platform.SECRET + "\n")
        subprocess.run(["openssl", "genrsa", "-out", self.path("app.pem"), "2048"], check=True,
                       env=self.environment, stderr=subprocess.DEVNULL)
        self.environment["ALLREVIEW_GITHUB_API"] = self.fake.base
        self.environment["ALLREVIEW_STATE_DIR"] = self.path("state")
        self.start()

    def start(self):
        make_token, serve = commands_of(self.document, "As a GitHub App")
        self.assertEqual((make_token[:3], serve[:2]),
                         (["./allreview", "tokens", "new"], ["./allreview", "serve"]))
        self.people = self.make_token(make_token[1:])
        self.reader = self.make_token(["tokens", "new", "--name=reader", "--scopes=read"])
        arguments = [argument.replace("127.0.0.1:8080", "127.0.0.1:0")
                     .replace("https://" + PUBLIC_HOST, self.public_url)
                     .replace("proxy=127.0.0.1", "proxy=" + self.trusted_proxy)
                     for argument in serve[1:]]
        os.chdir(self.folder)
        self.allreview = platform.Server(harness.PROGRAM, self.environment, *arguments,
                                         "--listen=127.0.0.1:0", "--metrics-listen=127.0.0.1:0")
        self.addCleanup(self.allreview.process.kill)
        self.allreview.token = self.people
        self.proxy = TlsProxy(self.folder, self.environment,
                              [self.allreview.http[len("http://"):]], self.keeps_host,
                              self.trusted_proxy != "none")
        self.addCleanup(self.proxy.close)
        self.assertIn(self.fake.webhook(self.allreview, number=7, action="opened"), (200, 202))
        self.review = self.allreview.wait_for_reviews(1)[0]

    def make_token(self, arguments):
        """A token, with its line in the file."""
        run = self.run_program(*arguments)
        self.assertEqual(run.code, 0, run.message)
        token, line = re.search(r"token: (\S+)\nline for the file of tokens: (.*)\n",
                                run.text).groups()
        with open(self.path("tokens"), "a", encoding="utf-8") as file:
            file.write(line + "\n")
        return token

    def finding(self):
        stored = self.allreview.get("/api/v1/reviews/" + self.review["id"])
        return stored["review"]["findings"][0]["fingerprint"]

    def pages(self, browser):
        """Every page that can be reached by links from the first one, and its status."""
        waiting, seen, kinds = ["/"], {}, {}
        while waiting:
            path = waiting.pop(0)
            kind = kind_of(path)
            if path in seen or kinds.get(kind, 0) == MOST_OF_A_KIND:
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            seen[path], _, text = browser.send("GET", path)
            waiting += links_of(text)
        return seen


class Documented(DocumentedSetup):
    def test_people_log_in_vote_and_log_out(self):
        browser = Browser("https://" + PUBLIC_HOST, self.proxy)
        self.assertEqual(browser.send("GET", "/")[0], 303, "nobody is logged in")
        self.assertEqual(browser.log_in_with_token("art_wrong"), 401)
        self.assertEqual(browser.log_in_with_token(self.people), 303)
        self.assertEqual(browser.send("GET", "/")[0], 200)
        changes = "/reviews/%s/changes" % self.review["id"]
        status, headers, page = browser.send("GET", changes)
        self.assertEqual(status, 200)
        self.assertIn("max-age", headers["Strict-Transport-Security"])
        self.assertIn('class="', page)
        vote = {"form_token": form_token(page), "vote": "useful", "fingerprint": self.finding()}
        status, headers, _ = browser.send(
            "POST", "/reviews/%s/feedback" % self.review["id"], vote)
        self.assertEqual(status, 303)
        self.assertTrue(headers["Location"].startswith(changes))
        self.assertEqual(browser.send("POST", "/logout", {"form_token": form_token(page)})[0], 303)
        self.assertEqual(browser.send("GET", "/")[0], 303)
        self.assertGreaterEqual(len(browser.set_cookies), 3)
        for cookie in browser.set_cookies:
            self.assertRegex(cookie, r"^__Host-allreview_\w+=[^;]*; Path=/; HttpOnly; "
                                     r"SameSite=Strict; Secure")

    def test_who_only_reads_sees_every_page(self):
        browser = Browser("https://" + PUBLIC_HOST, self.proxy)
        self.assertEqual(browser.log_in_with_token(self.reader), 303)
        pages = self.pages(browser)
        self.assertEqual({path: status for path, status in pages.items() if status != 200},
                         {"/admin": 403}, "for operators")
        for part in ("changes", "numerics", "coverage"):
            self.assertIn("/reviews/%s/%s" % (self.review["id"], part), pages)

    def test_all_commands_are_answered(self):
        finding = self.finding()
        # Votes and ignored rules change what later commands see, so they come last.
        for count, command in enumerate(COMMANDS, start=1):
            body = "/allreview " + (command % finding if "%s" in command else command)
            self.say(body)
            if command == "review":
                break  # Answered by a review.
            answer = self.wait_for_answer(count)
            self.assertNotIn("could not be done", answer, body)
        self.allreview.wait_for_reviews(2)

    def say(self, body, user="mara"):
        self.fake.control("POST", "people", {
            "number": 7, "action": "say", "user": user, "body": body})
        comment = self.fake.pull(7)["issue_comments"][-1]
        self.assertIn(self.fake.webhook(
            self.allreview, number=7, event="issue_comment", action="created", sender=user,
            comment_id=comment["id"], comment_body=body), (200, 202))

    def wait_for_answer(self, count):
        def answers():
            return [comment["body"] for comment in self.fake.pull(7)["issue_comments"]
                    if comment["user"] == "allreview[bot]"]
        return platform.until(lambda: answers()[count - 1:count] or None, "answer %d" % count)[0]

    def test_other_sites_change_nothing(self):
        browser = Browser("https://" + PUBLIC_HOST, self.proxy)
        browser.log_in_with_token(self.people)
        for origin in ("https://evil.example", "http://" + PUBLIC_HOST, "null"):
            self.assertEqual(browser.send("POST", "/logout", {}, {"Origin": origin})[0], 403)
        self.assertEqual(browser.send("GET", "/")[0], 200)


class CapitalsAndPort(Documented):
    """How people write the address makes no difference."""
    public_url = "https://AllReview.Example:443/"


class ProxyWithItsOwnHost(Documented):
    """As nginx without `proxy_set_header Host`."""
    keeps_host = False


class ProxyThatTellsNothing(Documented):
    """It sends on neither the client's address nor the scheme."""
    trusted_proxy = "none"


if __name__ == "__main__":
    platform.main()
