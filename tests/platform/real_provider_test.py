"""Logins through npm's oidc-provider: every page and redirect as a browser would follow them."""

import os
import re
import socket
import urllib.parse

import harness
import login_browser
import platform_processes as platform


class RealProvider(platform.Case):
    def start(self, algorithm):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = self.server(
            None, "--grants=" + self.write(self.path("grants"), "oidc:@trainers read,admin\n"),
            "--oidc-issuer=http://127.0.0.1:%d" % port, "--oidc-client-id=allreview",
            "--oidc-client-secret-file=" + self.write(self.path("oidc.secret"), "client secret/1\n"),
            "--oidc-scopes=openid email groups")
        # The server asks for its provider when somebody logs in, not before.
        process = platform.Process(
            ["node", harness.DATA[2], str(port), server.http + "/login/oidc/callback", algorithm],
            {**self.environment, "NODE_MODULES": os.path.dirname(harness.DATA[1])})
        self.addCleanup(process.kill)
        process.wait_for_line("^ready")
        return server, login_browser.Browser("http://127.0.0.1:%d" % port)

    def log_in(self, server, provider, name):
        """Through the provider's own pages; what the last step of the login answers."""
        browser = login_browser.Browser(server.http)
        status, location, body = browser.get("/login/oidc?next=/rules")
        self.assertEqual(status, 303, body)
        for _ in range(20):
            if location.startswith(server.http):
                return browser, browser.get(location[len(server.http):])
            path = location[len(provider.base):] if location.startswith(provider.base) else location
            status, location, body = provider.get(path)
            if status == 200:
                action = re.search(r'<form[^>]* action="([^"]+)" method="post"', body).group(1)
                fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', body))
                if fields["prompt"] == "login":
                    fields.update(login=name, password="any")
                status, location, body = provider.request(
                    "POST", urllib.parse.urlsplit(action).path, urllib.parse.urlencode(fields),
                    headers={"Content-Type": "application/x-www-form-urlencoded"})
            self.assertIn(status, (302, 303), body)
        self.fail("the provider never sends the browser back")

    def check(self, algorithm):
        server, provider = self.start(algorithm)
        browser, (status, location, body) = self.log_in(server, provider, "ada")
        self.assertEqual((status, location), (303, "/rules"), body)
        page = browser.get("/rules")[2]
        self.assertIn("oidc:ada@acme.example", page)
        self.assertIn("trainers", browser.get("/sessions")[2])
        status, location, _ = browser.post("/logout", "/rules")
        self.assertEqual((status, location), (303, "/login?left=oidc"))
        left = re.search(r'href="(http[^"]+)"', browser.get(location)[2]).group(1)
        left = left.replace("&amp;", "&")
        self.assertTrue(left.startswith(provider.base + "/session/end?"), left)
        # The provider knows the client and the address after logout.
        self.assertEqual(provider.get(left[len(provider.base):])[0], 200)

    def test_lets_people_in_by_rsa(self):
        self.check("RS256")

    def test_lets_people_in_by_elliptic_curves(self):
        self.check("ES256")


if __name__ == "__main__":
    platform.main()
