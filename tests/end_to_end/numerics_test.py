"""Changed arithmetic is run, and the review shows what it loses."""

import json

import harness

BEFORE = """\
import torch


def route(logits: torch.Tensor):
    logits = logits.half()
    return torch.softmax(logits, -1)


def gate(x: torch.Tensor):
    return x
"""
AFTER = """\
import torch


def route(logits: torch.Tensor):
    logits = logits.half()
    scores = torch.exp(logits)
    return scores / scores.sum(-1, keepdim=True)


def gate(x: torch.Tensor):
    return x * torch.sigmoid(x)
"""

SUITE = """\
name\texpression\tinput_domain\tprecision\texpected_verdict\tstable_rewrite
naive\ttorch.exp(x)/torch.exp(x).sum(-1,keepdim=True)\tx~N(0,4)[16,256]\tfp16\toverflow\tF.softmax(x,-1)
right\tF.softmax(x,-1)\tx~N(0,4)[16,256]\tbf16\tok\t
"""


class Numerics(harness.Case):
    def change(self):
        repository = self.repository()
        self.commit(repository, "Route", {"route.py": BEFORE})
        self.commit(repository, "Write the softmax out", {"route.py": AFTER})
        return repository

    def measured(self, review):
        return {e["symbol"]: e for e in review["numerics"]["expressions"]}

    def test_review_measures_both_expressions(self):
        repository = self.change()
        review = self.review("HEAD~1..HEAD", "--format=json", "--fail-on=none",
                             cwd=repository).json
        expressions = self.measured(review)
        self.assertEqual(sorted(expressions), ["gate", "route"])
        verdicts = {m["format"]: m["verdict"] for m in expressions["route"]["measurements"]}
        self.assertEqual(verdicts["fp16"], "overflow")
        self.assertEqual({m["verdict"] for m in expressions["gate"]["measurements"]}, {"ok"})
        evidence = [e for f in review["findings"] for e in f.get("evidence", [])
                    if "measurement" in e and e["measurement"]["verdict"] == "overflow"]
        self.assertTrue(evidence, "no finding carries the measured overflow")
        text = self.review("HEAD~1..HEAD", "--format=markdown", "--fail-on=none", cwd=repository).text
        self.assertIn("**Numerical checks**: 2 changed expressions measured in bf16, fp16, fp32", text)

    def test_reviews_are_the_same_bytes(self):
        repository = self.change()
        texts = {self.review("HEAD~1..HEAD", "--format=json", "--fail-on=none",
                             "--threads=%d" % threads, cwd=repository).text
                 for threads in (1, 2)}
        self.assertEqual(len(texts), 1)

    def test_switched_off(self):
        run = self.review("HEAD~1..HEAD", "--numerics=off", "--format=json", "--fail-on=none",
                          cwd=self.change())
        self.assertNotIn("numerics", run.json)

    def test_check_prints_a_table_and_a_replay_string(self):
        run = self.run_program("numerics", "check", "--dtype=fp16", "--range=x~N(0,4)[64,256]",
                               "torch.exp(x)/torch.exp(x).sum(-1,keepdim=True)")
        self.assertEqual(run.code, 1, run.message)
        self.assertIn("overflow", run.text)
        replay = run.text.split("numerics replay '")[1].split("'")[0]
        again = self.run_program("numerics", "replay", replay)
        self.assertEqual(again.code, 0, again.message)
        self.assertIn("overflow", again.text)

    def test_check_of_a_function(self):
        path = self.write(self.path("route.py"), AFTER)
        run = self.run_program("numerics", "check", "--format=json", path + ":gate")
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(json.loads(run.text)[0]["expression"]["symbol"], "gate")
        wrong = self.run_program("numerics", "check", path + ":nothing")
        self.assertEqual(wrong.code, 4)
        self.assertIn("it has route, gate", wrong.text)

    def test_suite_ends_with_the_count(self):
        run = self.run_program("numerics", "suite", self.write(self.path("suite.tsv"), SUITE))
        self.assertEqual(run.code, 0, run.text + run.message)
        self.assertEqual(run.text.splitlines()[-1], "2 of 2 verdicts")
        wrong = self.run_program("numerics", "suite", self.write(
            self.path("wrong.tsv"), SUITE.replace("\tok\t", "\toverflow\t")))
        self.assertEqual(wrong.code, 1)
        self.assertEqual(wrong.text.splitlines()[-1], "1 of 2 verdicts")

    def test_fpcore(self):
        path = self.write(self.path("a.fpcore"),
                          '(FPCore (x) :name "roots" :pre (<= 1e3 x 1e9)'
                          " (- (sqrt (+ x 1)) (sqrt x)))\n")
        run = self.run_program("numerics", "fpcore", "--dtype=fp32", path)
        self.assertEqual(run.code, 0, run.message)
        self.assertEqual(run.text.splitlines()[0], "roots: fp32 cancellation")

    def test_self_test(self):
        run = self.run_program("numerics", "self-test")
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("the same bits as everywhere", run.text)


if __name__ == "__main__":
    harness.main()
