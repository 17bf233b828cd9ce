"""What happens on a server is told outside: by signed webhooks, in chats, as a feed and a badge."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import xml.etree.ElementTree

import platform_processes as platform

SECRET = "0123456789abcdef0123456789abcdef"
ATOM = "{http://www.w3.org/2005/Atom}"


class Receiver:
    """Keeps (path, headers, body) of all that is posted to it; answers with `status`."""

    def __init__(self):
        self.status = 200
        self.posts = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.posts.append((self.path, self.headers, body))
                self.send_response(receiver.status)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def to(self, path):
        return [post for post in self.posts if post[0] == path]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class OutgoingWebhooks(platform.Case):
    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.stop)
        self.write(self.path("signing.secret"), SECRET + "\n")
        self.write(self.path("chat"), self.receiver.url + "/chat\n")
        self.webhooks = self.write(self.path("webhooks.yaml"), """webhooks:
  - name: tracker
    url: %s/tracker
    secret_file: %s
  - name: chat
    url_file: %s
    format: text
    conclusions: [blocked]
  - name: elsewhere
    url: %s/elsewhere
    format: text
    repositories: [acme/other]
""" % (self.receiver.url, self.path("signing.secret"), self.path("chat"), self.receiver.url))

    def test_a_review_is_told_with_a_signature_that_holds(self):
        github = self.github(self.sample())
        server = self.server(github, "--outgoing-webhooks=" + self.webhooks)
        github.webhook(server, number=7, action="opened")
        review = server.wait_for_reviews(1)[0]
        platform.until(lambda: self.receiver.to("/tracker") and self.receiver.to("/chat"),
                       "messages to both webhooks")
        _, headers, body = self.receiver.to("/tracker")[0]
        event = json.loads(body)
        self.assertEqual(event["type"], "EVENT_TYPE_REVIEW_FINISHED")
        self.assertEqual(event["review"]["id"], review["id"])
        signed = "%s.%s." % (headers["webhook-id"], headers["webhook-timestamp"])
        wanted = hmac.new(SECRET.encode(), signed.encode() + body, hashlib.sha256).digest()
        self.assertEqual(headers["webhook-signature"], "v1," + base64.b64encode(wanted).decode())
        text = json.loads(self.receiver.to("/chat")[0][2])["text"]
        self.assertRegex(text, r"^`acme/train#7` · Blocked: ")
        self.assertTrue(text.endswith("/reviews/" + review["id"]), text)
        self.assertEqual(self.receiver.to("/elsewhere"), [])

    def test_a_receiver_that_is_gone_leaves_a_dead_letter_that_can_be_sent_again(self):
        github = self.github(self.sample())
        server = self.server(github, "--outgoing-webhooks=" + self.webhooks)
        self.receiver.status = 410
        github.webhook(server, number=7, action="opened")
        server.wait_for_reviews(1)
        letters = lambda: server.get("/api/v1/dead-letters")["letters"]
        platform.until(lambda: len(letters()) == 2, "a dead letter of each webhook")
        self.assertIn("the receiver answered 410", letters()[0]["reason"])
        self.receiver.status = 200
        for letter in letters():
            self.assertEqual(server.call("POST", "/api/v1/dead-letters/%s/retry" % letter["id"])[0],
                             200)
        platform.until(lambda: len(self.receiver.posts) == 4, "both messages again")
        self.assertEqual(letters(), [])

    def test_reviews_are_a_feed_and_the_last_one_a_badge(self):
        github = self.github(self.sample())
        server = self.server(github)
        github.webhook(server, number=7, action="opened")
        review = server.wait_for_reviews(1)[0]
        status, headers, body = server.call("GET", "/reviews.atom?conclusion=blocked")
        self.assertEqual((status, headers["Content-Type"]),
                         (200, "application/atom+xml; charset=utf-8"))
        feed = xml.etree.ElementTree.fromstring(body)
        entry = feed.find(ATOM + "entry")
        self.assertEqual(entry.find(ATOM + "id").text, "urn:allreview:review:" + review["id"])
        self.assertTrue(entry.find(ATOM + "link").get("href").endswith("/reviews/" + review["id"]))
        status, headers, body = server.call("GET", "/badge/acme/train.svg")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/svg+xml; charset=utf-8"))
        self.assertIn("AllReview: ", xml.etree.ElementTree.fromstring(body).get("aria-label"))


if __name__ == "__main__":
    platform.main()
