"""A consumer of the API: from the served description to a client made of it that follows a review.

npm's openapi-typescript makes the types and TypeScript holds api_client.ts against them as strictly as
it can; then the program does its work with a server that asks for tokens.

Arguments: the program, the fake GitHub, package.json of the packages of npm, api_client.ts.
"""

import json
import os
import shutil
import subprocess
import sys

import harness
import platform_processes as platform

COMPILER = {"compilerOptions": {
    "strict": True, "noUncheckedIndexedAccess": True, "exactOptionalPropertyTypes": True,
    "module": "nodenext", "target": "es2022", "lib": ["es2023", "dom", "dom.asynciterable"],
    "types": ["node"], "skipLibCheck": False}, "files": ["api_client.ts"]}


class Consumer(platform.Case):
    def setUp(self):
        super().setUp()
        self.code = self.sample()
        self.head = self.git(self.code, "rev-parse", "HEAD").decode().strip()
        run = self.run_program("tokens", "new", "--name=consumer", "--scopes=read,review")
        self.token, line = run.text.split("token: ")[1].split("\nline for the file of tokens: ")
        self.tokens = self.write(self.path("tokens"), line.strip() + "\n")

    def start(self, *flags):
        server = self.server(None, "--tokens=" + self.tokens, "--repository-root=" + self.folder,
                             *flags)
        server.token = self.token
        return server

    def node(self, *arguments):
        process = subprocess.run(
            ["node", *arguments], cwd=self.path("client"), timeout=platform.LIMIT_SECONDS,
            env={**self.environment, "TOKEN": self.token}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.assertEqual(process.returncode, 0, process.stdout)
        return process.stdout

    def make_client(self, server):
        """Of the description that the server gives to whoever asks."""
        _, _, description = platform.call(server.http, "GET", "/openapi.json")
        packages = os.path.join(os.path.dirname(harness.DATA[1]), "node_modules")
        self.write(self.path("client", "openapi.json"), description)
        self.write(self.path("client", "package.json"), '{"type": "module"}')
        self.write(self.path("client", "tsconfig.json"), json.dumps(COMPILER))
        shutil.copyfile(harness.DATA[2], self.path("client", "api_client.ts"))
        os.symlink(packages, self.path("client", "node_modules"))
        self.node("node_modules/openapi-typescript/bin/cli.js", "openapi.json", "-o", "api.d.ts")
        self.node("node_modules/typescript/bin/tsc", "-p", ".")

    def run_client(self, command, server, *arguments):
        return json.loads(self.node("api_client.js", command, server.http, *arguments))

    def test_follows_a_diff_to_its_findings_and_finds_it_again(self):
        server = self.start()
        self.make_client(server)
        diff = self.write(self.path("topic.diff"), self.git(self.code, "diff", "HEAD~1", "HEAD"))
        seen = self.run_client("follow", server, self.code, diff)
        self.assertEqual((seen["status"], seen["isNew"]), (202, True))
        self.assertEqual(seen["location"], "/api/v1/reviews/" + seen["id"])
        self.assertEqual(seen["state"], "REVIEW_STATE_DONE")
        # A stream begins where the review is.
        self.assertEqual(seen["stages"][-1], "report")
        self.assertEqual([tuple(place) for place in seen["findings"]], harness.SAMPLE_FINDINGS)
        self.assertEqual(sum(seen["counts"][of] for of in ("p0", "p1", "p2", "p3")), 2)
        again = self.run_client("follow", server, self.code, diff)
        self.assertEqual((again["status"], again["id"]), (200, seen["id"]))

        asked = self.run_client("ask", server, self.code, self.head)
        server.wait_for_end(asked["id"])
        found = self.run_client("find", server, self.head[:7], "2026-01-01")
        self.assertEqual(found["ofCommit"], [asked["id"]])
        self.assertEqual(found["since"], [seen["id"], asked["id"]])
        self.assertEqual((found["before"], found["later"]), ([], []))
        self.check_problem(found["misspelled"], 400, "since is 'last week'")
        self.check_problem(found["unknown"], 404, "none")
        # Rules are told to who may read; "stranger" sends no token.
        self.check_problem(found["stranger"], 401, "token")

    def test_waits_as_long_as_the_headers_say(self):
        server = self.start("--max-waiting-per-token=1", "--workers=0")
        self.make_client(server)
        first = self.run_client("ask", server, self.code, self.head)
        self.assertEqual((first["status"], first["limits"]["limit"]), (202, 1))
        self.assertEqual(first["limits"]["remaining"], 0)
        self.commit(self.code, "Say more", {"train/notes.py": "TEXT = 1\n"})
        refused = self.run_client("ask", server, self.code, "HEAD")
        self.check_problem(refused["problem"], 429, "at most 1 may")
        self.assertEqual(refused["limits"]["remaining"], 0)
        self.assertEqual(refused["limits"]["retryAfter"], str(refused["limits"]["reset"]))
        # Somebody works again: after the pause there is room.
        server.process.stop()
        server = self.start("--max-waiting-per-token=1", "--workers=1")
        server.wait_for_end(first["id"])
        self.assertEqual(self.run_client("ask", server, self.code, "HEAD")["status"], 202)

    def check_problem(self, problem, status, words):
        self.assertEqual(problem["status"], status, problem)
        self.assertIn(words, problem["detail"])
        self.assertTrue(problem["request_id"], problem)


if __name__ == "__main__":
    if shutil.which("node") is None:
        print("SKIPPED: node is not there; run: apt-get install nodejs")
        sys.exit(0)
    platform.main()
