"""Two gateways, three analysis workers and Redis give the same bytes as one process."""

import harness
import platform_processes as platform

DOCUMENTS = ("review", "deep-dive", "explanation", "audit", "playbook")


class Replicas(platform.Case):
    def spoke(self, name, *flags):
        program = next(path for path in harness.DATA if path.endswith("allreview-" + name))
        process = platform.Process([program, "--listen=127.0.0.1:0", *flags], self.environment)
        self.addCleanup(process.kill)
        return process.wait_for_line(r'msg="?serving"? address=(\S+)').group(1)

    def deployment(self, github):
        """The addresses of everything behind the gateways, as flags."""
        token = self.write(self.path("token"), "a-token\n")
        analysis = [self.spoke("analysis", "--metrics_listen=127.0.0.1:0") for _ in range(3)]
        return [
            "--pull_request=" + self.spoke("pull-request", "--github_api_base=" + github.base,
                                           "--github_token_file=" + token),
            "--diff=" + self.spoke("diff"),
            "--analysis=ipv4:" + ",".join(analysis),
            "--report=" + self.spoke("report"),
            "--numerics=" + self.spoke("numerics"),
        ]

    def test_same_documents_as_one_process(self):
        repository = self.sample()
        github = self.github(repository)
        redis = platform.Redis(self.path("redis"))
        self.addCleanup(redis.process.kill)
        spokes = self.deployment(github)
        gateway = next(path for path in harness.DATA if path.endswith("allreview-gateway"))
        gateways = [self.server(github, "--workers=2", *spokes, program=gateway, store=redis.url)
                    for _ in range(2)]
        for number in range(8, 12):
            github.add_pull(repository, number=number, base="HEAD~1", head="HEAD",
                            title="Change %d" % number)
        numbers = range(7, 12)
        for number in numbers:
            self.assertIn(github.webhook(gateways[number % 2], number=number), (200, 202))
        reviews = {int(review["number"]): review
                   for review in gateways[0].wait_for_reviews(len(numbers))}
        self.assertEqual(sorted(reviews), list(numbers))
        one_process = self.server(github)
        for number in numbers:
            self.assertEqual(len(github.pull(number)["reviews"]), 1, number)
            status, _, answer = one_process.call("POST", "/api/v1/reviews", {
                "ref": {"github": {"owner": "acme", "repository": "train", "number": number}}})
            self.assertIn(status, (200, 202), answer)
            twin = one_process.wait_for_end(platform.json.loads(answer)["review"]["id"])
            for document in DOCUMENTS:
                for language in ("en", "zh"):
                    path = "/documents/%s?format=markdown&language=%s" % (document, language)
                    there = gateways[number % 2].call(
                        "GET", "/api/v1/reviews/" + reviews[number]["id"] + path)
                    here = one_process.call("GET", "/api/v1/reviews/" + twin["id"] + path)
                    self.assertEqual(there[0], 200, there[2])
                    self.assertEqual(there[2], here[2], (number, document, language))


if __name__ == "__main__":
    platform.main()
