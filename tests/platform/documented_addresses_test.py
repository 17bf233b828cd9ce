"""Addresses and flags that the documents name exist: in the server's own description of its API, in
its answers for pages, and in the --help of the programs."""

import functools
import os
import re
import shlex
import subprocess

import harness
import platform_processes as platform

SAMPLE_ID = "01JDNOSUCHREVIEW0000000000"
API = re.compile(r"(?:(GET|POST|DELETE)\s+|\s)?(/api/v1/[\w{}$./-]+|/openapi\.json)")
PAGE = re.compile(r"`(/(?:reviews|repositories|rules|trends|login|logout|assets|healthz|readyz)"
                  r"(?:/[\w{}/-]*)?)`")
FLAG = re.compile(r"^  (?:-\w, )?--([a-z0-9_-]+)", re.MULTILINE)
OURS = re.compile(r"^(?:\./|bazel-bin/\S*/)?(allreview(?:-[a-z-]+)?)$")


def documents():
    folder = os.path.dirname(harness.DATA[0])
    names = sorted(name for name in os.listdir(folder) if name.endswith(".md"))
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            yield name, file.read()


def programs():
    return {os.path.basename(path): path for path in [harness.PROGRAM] + harness.DATA[1:]}


@functools.lru_cache(maxsize=None)
def flags_of(program, command=()):
    text = subprocess.run([programs()[program], *command, "--help"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=True).stdout.decode()
    return {name.replace("-", "_") for name in FLAG.findall(text)}


def commands():
    """Names of the commands of `allreview`, as tuples of words."""
    text = subprocess.run([harness.PROGRAM, "help"], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    lines = re.findall(r"^  ([a-z][a-z-]*(?: [a-z][a-z-]*)?)  ", text, re.MULTILINE)
    return {tuple(line.split()) for line in lines}


def command_lines(text):
    """Words of each command line in ```sh blocks and `inline code`."""
    blocks = re.findall(r"^```(?:sh|bash|console|yaml)?\n(.*?)^```", text, re.M | re.S)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    lines += re.findall(r"`([^`\n]+)`", text)
    for line in lines:
        for part in re.split(r"\s(?:\||&&|;)\s", line):
            try:
                yield shlex.split(part, comments=True)
            except ValueError:  # An apostrophe in a sentence.
                continue


class DocumentedAddresses(platform.Case):
    def test_of_the_api_are_in_its_description(self):
        server = self.server(None, "--workers=0")
        known = [re.sub(r"\\{\w+\\}", r"[^/]+", re.escape(path))
                 for path in server.get("/openapi.json")["paths"]]
        seen = 0
        for name, text in documents():
            for _, path in API.findall(text):
                path = path.rstrip(".")
                if path == "/api/v1/":
                    continue
                seen += 1
                self.assertTrue(any(re.fullmatch(pattern, path) for pattern in known),
                                "%s names %s" % (name, path))
        self.assertGreater(seen, 5)

    def test_of_pages_lead_somewhere(self):
        server = self.server(None, "--workers=0")
        for name, text in documents():
            for path in PAGE.findall(text):
                target = re.sub(r"/(?:ID|\{\w+\})", "/" + SAMPLE_ID, path)
                status, _, body = server.call("GET", target)
                self.assertNotIn(b"there is no page at this address", body, (name, path))
                self.assertNotIn(b"there is nothing at this path", body, (name, path))
                self.assertNotIn(status, (405, 500) if path != "/logout" else (500,), (name, path))

    def test_that_errors_name_exist(self):
        server = self.server(None, "--workers=0")
        status, _, body = server.call("GET", "/api/v1/no/such/thing")
        self.assertEqual(status, 404)
        for path in re.findall(r"/[\w/.]+\.json", body.decode()):
            self.assertEqual(server.call("GET", path)[0], 200, path)

    def test_of_programs_have_the_flags_that_are_named(self):
        known_commands = commands()
        self.assertIn(("review",), known_commands)
        seen = 0
        for name, text in documents():
            for words in command_lines(text):
                found = OURS.match(words[0]) if words else None
                if not found or found.group(1) not in programs():
                    continue
                command = ()
                if found.group(1) == "allreview":
                    command = next((tuple(words[1:1 + size]) for size in (2, 1)
                                    if tuple(words[1:1 + size]) in known_commands), None)
                    if command is None:
                        continue  # The program's name in a sentence.
                known = flags_of(found.group(1), command)
                for word in words[1:]:
                    flag = re.match(r"--(?:no-)?([a-z0-9][a-z0-9_-]+)", word)
                    if flag and word != "--help":
                        seen += 1
                        self.assertIn(flag.group(1).replace("-", "_"), known, (name, words))
        self.assertGreater(seen, 30)


if __name__ == "__main__":
    platform.main()
