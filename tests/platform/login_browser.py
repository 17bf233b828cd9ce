"""A browser as far as logins need one: cookies, Origin, Host, forms, and redirects that the test
follows."""

import http.client
import re
import socket
import ssl
import urllib.parse

import platform_processes as platform


def form_token(page):
    return re.search(r'name="form_token" value="(\w+)"', page).group(1)


class Browser:
    """Keeps cookies, follows no redirect by itself. With a `proxy` (tls_proxy.py) it speaks TLS."""

    def __init__(self, base, proxy=None):
        self.base = base
        self.proxy = proxy
        self.cookies = {}
        self.set_cookies = []

    def _connect(self, source):
        url = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
        port = self.proxy.port if self.proxy else url.port
        connection.sock = socket.create_connection(("127.0.0.1", port), 60, (source, 0))
        if self.proxy:
            context = ssl.create_default_context(cafile=self.proxy.certificate)
            connection.sock = context.wrap_socket(connection.sock, server_hostname=url.hostname)
        return connection

    def send(self, method, path, form=None, headers=None, body=None, source="127.0.0.1"):
        """(status, headers, text) of a request; a POST without a body is one of a form."""
        fields = {"Cookie": "; ".join(map("=".join, self.cookies.items()))} if self.cookies else {}
        if method == "POST" and body is None:
            body = urllib.parse.urlencode(form or {})
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        if method == "POST":
            fields["Origin"] = self.base
        connection = self._connect(source)
        try:
            connection.request(method, path, body, {**fields, **(headers or {})})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self._keep(cookie)
        return answer.status, dict(answer.getheaders()), text

    def _keep(self, cookie):
        self.set_cookies.append(cookie)
        name, _, value = cookie.split(";")[0].partition("=")
        if "Max-Age=0" in cookie:
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = value

    def request(self, method, path, body=None, **more):
        """(status, location, text)."""
        status, headers, text = self.send(method, path, body=body, **more)
        return status, headers.get("Location", ""), text

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, page, **fields):
        """A form of that page."""
        return self.request("POST", path,
                            form={"form_token": form_token(self.get(page)[2]), **fields})

    def log_in_with_token(self, token):
        return self.post("/login", "/login", next="/", token=token)[0]

    def log_in(self, next_page="/"):
        """(status, location, text) of the last step of a login by the OpenID provider."""
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
