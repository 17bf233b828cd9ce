"""The schemas in docs/schemas are what the tables make, and agree with the program: what it reads they
accept, and what they refuse it refuses.

usage: schemas_test.py PRINT_SCHEMAS ALLREVIEW CHECK.cjs AJV.js DRAFT04 DOCS POLICY [--update_golden]
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

PRINT, PROGRAM, CHECK, AJV, _, DOCS, POLICY = map(os.path.abspath, sys.argv[1:8])
NAMES = {"policy": "allreview-policy.schema.json", "rules": "allreview-rules.schema.json"}


class Loader(yaml.SafeLoader):
    """YAML 1.2, as editors read it: `on` and `off` are words, 1e-8 is a number."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, expression) for tag, expression in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?\d+(\.\d*)?[eE][-+]?\d+$"),
                             list("-+0123456789"))

RULE = """\
rules:
  - id: unranked-print
    title: Print in library code
    severity: P3
    impact: low
    pillar: maintainability
    category: maintainability
    message: "`{call}` prints on every rank"
    consequence: Logs are long
    advice: Use the logger
    why: Library code runs on all ranks.
    query: |
      (call function: (identifier) @name (#eq? @name "print")) @call
    at: call
    where:
      - test: false
    tests:
      bad: ["print(1)"]
      good: ["log(1)"]
"""

GOOD_POLICIES = [
    "", "review:\n",
    "review: {fail_on: none, max_findings: 3, min_severity: P2, language: zh, paths: [src/]}\n",
    "rules: {bare-except: {tier: on, severity: P1}, disable: [mutable-default]}\n",
    "rules: {only: [bare-except], ignore: [mutable-default]}\ncoverage: {accept_unsupported: [c++]}\n",
]
BAD_POLICIES = [
    "review: {fail_om: P1}\n", "review: {fail_on: P9}\n", "review: {max_findings: 0}\n",
    "review: {max_findings: many}\n", "rules: {bare-except: {tier: maybe}}\n",
    "rules: {bare-except: {enabled: 'yes'}}\n", "rules: {disable: bare-except}\n", "other: {}\n",
    "review.fail_on: P1\n", "- review\n", "coverage: {accept_unsupported: [C]}\n",
]
# Edits of RULE: text to replace, and with what.
GOOD_RULES = [
    ("at: call", "at: '@call'"),
    ("test: false", "any: [{in-loop: true}, {path: [src/, lib/]}]"),
    ("test: false", "not: {matches: 'x'}"),
    ("test: false", "text: {capture: name, is: [print, 3]}"),
    ("test: false", "argument: {position: 0, given: true}"),
    ("test: false", "dtype: {capture: name, is: float32}"),
    ("test: false", "number: {capture: name, above: 1e-3}"),
    ("test: false", "contains: {query: '(call) @x', where: [{in-loop: x}]}"),
    ("test: false", "kind: {is: [call, string]}"),
    ("test: false", "same: [name, name]"),
    ("severity: P3", "severity: P3\n    tier: off\n    version: 2\n    reports: new-occurrences"),
    ("at: call", "at: call\n    fix: {replace: name, with: log}"),
    ('["print(1)"]', '[{code: "print(1)", path: a/b.py, lines: [1]}]'),
]
BAD_RULES = [
    ("id: unranked-print", "id: Unranked_Print"), ("severity: P3", "severity: high"),
    ("    why: Library code runs on all ranks.\n", ""), ("title:", "titel:"),
    ("category: maintainability", "category: other"), ("at: call", "at: [call]"),
    ("at: call", "at: call\n    version: 2000"), ("test: false", "tset: false"),
    ("test: false", "test: maybe"), ("test: false", "dtype: {is: float31}"),
    ("test: false", "kind: {is: cal}"), ("test: false", "same: [name]"),
    ("test: false", "argument: {posotion: 0, given: true}"),
    ("test: false", "resolves-to: {capture: name}"), ("test: false", "any: []"),
    ("test: false", "number: {above: many}"), ('good: ["log(1)"]', "good: []"),
    ("at: call", "at: call\n    fix: {replace: name}"), ("rules:\n", "rule:\n"),
]


def edited(edits):
    for old, new in edits:
        assert old in RULE, old
        yield RULE.replace(old, new, 1)


def golden(what):
    return os.path.join(DOCS, "schemas", NAMES[what])


def made(what):
    return subprocess.run([PRINT, what], stdout=subprocess.PIPE, check=True).stdout.decode()


def update():
    for what in NAMES:
        with open(os.path.realpath(golden(what)), "w", encoding="utf-8") as file:
            file.write(made(what))


class Schemas(unittest.TestCase):
    maxDiff = None

    def problems(self, what, texts):
        """What the schema says of each text, as lists."""
        values = [yaml.load(text, Loader) for text in texts]
        done = subprocess.run(["node", CHECK, AJV, golden(what)], input=json.dumps(values).encode(),
                              stdout=subprocess.PIPE, check=True)
        return [json.loads(line) for line in done.stdout.decode().splitlines()]

    def accepts(self, what, text):
        """Whether the program reads the text without an error."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "file.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            command = (["config", "explain", "--policy", path, "--format=json"]
                       if what == "policy" else ["rules", "test", path])
            done = subprocess.run([PROGRAM, *command], cwd=folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
        self.assertIn(done.returncode, (0, 1), done.stdout.decode())
        # A test of a rule may fail where its file is right.
        return done.returncode == 0 or what == "rules" and b" error RULE_FILE: " not in done.stdout

    def test_are_what_the_tables_make(self):
        for what in NAMES:
            with open(golden(what), encoding="utf-8") as file:
                self.assertEqual(file.read(), made(what), "run: bazel run "
                                 "//tests/schemas:schemas_test -- --update_golden")

    def test_accept_what_the_program_accepts(self):
        for what, texts in (("policy", GOOD_POLICIES), ("rules", list(edited(GOOD_RULES)))):
            for text, problems in zip(texts, self.problems(what, texts)):
                with self.subTest(text):
                    self.assertEqual(problems, [])
                    self.assertTrue(self.accepts(what, text))

    def test_refuse_what_the_program_refuses(self):
        for what, texts in (("policy", BAD_POLICIES), ("rules", list(edited(BAD_RULES)))):
            for text, problems in zip(texts, self.problems(what, texts)):
                with self.subTest(text):
                    self.assertTrue(problems)
                    self.assertFalse(self.accepts(what, text))

    def test_accept_every_file_that_we_hand_out(self):
        rules = sorted(glob.glob(os.path.join(DOCS, "examples/organisation_rules/*.yaml")))
        self.assertGreater(len(rules), 8)
        for what, paths in (("rules", rules), ("policy", [POLICY])):
            texts = []
            for path in paths:
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
            for path, problems in zip(paths, self.problems(what, texts)):
                self.assertEqual(problems, [], path)

    def test_know_the_keys_that_the_documentation_lists(self):
        with open(os.path.join(DOCS, "organisation_rules.md"), encoding="utf-8") as file:
            section = file.read().split("## Keys of a rule")[1].split("\n## ")[0]
        listed, required = [], set()
        for row in re.findall(r"^\| (`.*)$", section, re.MULTILINE):
            keys, need = row.split("|")[:2]
            names = re.findall(r"`([\w-]+)`", keys)
            listed += names
            required |= set(names) if need.strip() == "required" else set()
        with open(golden("rules"), encoding="utf-8") as file:
            rule = json.load(file)["properties"]["rules"]["items"]
        self.assertEqual(sorted(listed), sorted(rule["properties"]))
        self.assertEqual(required, set(rule["required"]))


if __name__ == "__main__":
    if "--update_golden" in sys.argv:
        update()
    elif shutil.which("node") is None:
        print("SKIPPED: node is not installed")
    else:
        unittest.main(argv=sys.argv[:1])
