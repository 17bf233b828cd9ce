"""A browser as far as logins need one: cookies, forms, and redirects that the test follows."""

import http.client
import http.cookies
import re
import urllib.parse

import platform_processes as platform


class Browser:
    """Keeps cookies, follows no redirect by itself."""

    def __init__(self, base):
        self.base = base
        self.cookies = {}

    def request(self, method, path, body=None, headers=None, source="127.0.0.1"):
        url = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60,
                                                source_address=(source, 0))
        try:
            sent = {"Cookie": "; ".join(map("=".join, self.cookies.items())), **(headers or {})}
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie", []):
                for name, cookie in http.cookies.SimpleCookie(header).items():
                    self.cookies[name] = cookie.value
                    if cookie["max-age"] == "0":
                        del self.cookies[name]
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()
        finally:
            connection.close()

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, page, **fields):
        """A form of that page."""
        token = re.search(r'name="form_token" value="(\w+)"', self.get(page)[2]).group(1)
        return self.request("POST", path, urllib.parse.urlencode({"form_token": token, **fields}))

    def log_in(self, next_page="/"):
        """(status, location) of the last step of a login."""
        status, location, body = self.get("/login/oidc?next=" + urllib.parse.quote(next_page))
        assert status == 303, body
        provider = urllib.parse.urlsplit(location)
        status, headers, body = platform.call("http://" + provider.netloc, "GET",
                                              provider.path + "?" + provider.query)
        assert status == 303, body
        back = headers["location"]
        assert back.startswith(self.base + "/login/oidc/callback?"), back
        self.back = back[len(self.base):]
        return self.get(self.back)
