"""Audits of files and of changes, and questions about them."""

import harness

STREAMING = """\
import torch


def build_edges(scores, K):
    batch, T, C = scores.shape
    edge = torch.zeros(batch, T, K, C, C, device=scores.device)
    for t in range(T):
        for k in range(1, K):
            edge[:, t, k] = scores[:, t, :, None] + scores[:, t, None, :]
    return edge
"""
# A library for long sequences, with a package, a module and tests that a question may mean.
LIBRARY = {
    "src/crf/__init__.py": '"""Scores segmentations of long sequences."""\n',
    "src/crf/nn.py": STREAMING.replace("build_edges", "edge_tensor"),
    "src/crf/streaming/__init__.py": '"""Streams over sequences that do not fit."""\n',
    "src/crf/streaming/autograd.py": """\
import torch


class Streaming(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores):
        ctx.save_for_backward(scores)
        return torch.logsumexp(scores, dim=-1)

    @staticmethod
    def backward(ctx, grad):
        (scores,) = ctx.saved_tensors
        return torch.log(torch.softmax(scores, dim=-1)) * grad[..., None]
""",
    "src/crf/streaming/reference.py": """\
import torch


def forward(cum_scores, interval, K):
    batch, T_plus_1, C = cum_scores.shape
    T = T_plus_1 - 1
    num_chunks = (T + interval - 1) // interval
    kept = torch.zeros(batch, num_chunks, K, C)
    for t in range(T):
        kept[:, t // interval] += cum_scores[:, t, None, :]
    return kept


def replay(kept, interval):
    batch, num_chunks, K, C = kept.shape
    total = torch.zeros(batch, K, C)
    for chunk in range(num_chunks):
        for step in range(interval):
            total += kept[:, chunk]
    return total
""",
    "tests/test_streaming.py": """\
import torch

from crf.streaming import reference


def test_forward():
    edge = torch.zeros(2, 9, 3, 4, 4)
    assert reference.forward(edge[:, :, 0, 0], 2, 3).sum() == 0
""",
}
SECTIONS = ["## Summary", "## Critical Issues", "## High Priority", "## Medium Priority",
            "## Low Priority", "## Positive Observations", "## Recommendations"]


class Audit(harness.Case):
    def audit(self, *arguments, **options):
        return self.run_program("audit", *arguments, **options)

    def ask(self, *arguments, **options):
        return self.run_program("ask", *arguments, **options)

    def streaming(self):
        return self.sample(extra_after={"train/streaming.py": STREAMING})

    def assert_sections(self, text):
        at = [text.index(heading + "\n") for heading in SECTIONS if heading + "\n" in text]
        self.assertEqual(at, sorted(at))
        empty = text[text.find("Nothing under: "):].partition("\n")[0]
        for heading in SECTIONS:
            self.assertTrue(heading + "\n" in text or heading.split()[1] in empty, heading)

    def test_reads_whole_files(self):
        repository = self.streaming()
        self.commit(repository, "Say more", {"README.md": "More.\n"})
        run = self.audit(cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        self.assert_sections(run.text)
        self.assertIn("Softmax applied before", run.text)
        self.assertIn("**Fix**: ", run.text)
        self.assertIn("```python\n", run.text)
        self.assertNotIn("# After\n# ", run.text)  # Advice is no code.
        self.assertIn("`O(batch·T·K·C²)`", run.text)

    def test_reads_the_files_that_are_named(self):
        run = self.audit("train/streaming.py", cwd=self.streaming())
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("1 file at commit", run.text)
        self.assertNotIn("Softmax", run.text)

    def test_reads_a_change(self):
        repository = self.streaming()
        run = self.audit("HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 1, run.message)
        self.assert_sections(run.text)
        self.assertIn("“Change the loss”.", run.text)
        self.assertIn("train/loss.py:6", run.text)

    def test_writes_chinese_and_html(self):
        repository = self.streaming()
        run = self.audit("--language=zh", "train/streaming.py", cwd=repository)
        self.assertIn("## 摘要", run.text)
        page = self.path("audit.html")
        run = self.audit("--format=html", "--output", page, "train/streaming.py", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn(b"<h2", self.read(page))

    def test_answers_with_sizes(self):
        run = self.ask("check if streaming.py scales to T=400K with K=100", cwd=self.streaming())
        self.assertEqual(run.code, 0, run.message)
        self.assertTrue(run.text.startswith("> **Asked**: "), run.text[:200])
        self.assertIn("`T` = 400,000", run.text)
        self.assertIn("fp32 153 MiB × `batch·C²`", run.text)  # 4 bytes for each of T·K
        self.assertIn("only while `batch·C²` is below 537", run.text)
        self.assertNotIn("Softmax", run.text)

    def library(self):
        repository = self.sample()
        self.commit(repository, "Add the library", LIBRARY)
        return repository

    def test_takes_a_module_for_its_package_and_never_for_its_test(self):
        run = self.ask("Review the streaming.py implementation for production readiness",
                       cwd=self.library())
        self.assertIn("3 files at commit", run.text, run.message)
        self.assertIn("`src/crf/streaming/` ×3", run.text)
        self.assertIn("Streams over sequences that do not fit", run.text)
        self.assertNotIn("test_streaming", run.text)

    def test_audits_the_backward_pass(self):
        run = self.ask("Audit the backward pass for numerical stability issues",
                       cwd=self.library())
        self.assertIn("**Understood as**: numerics", run.text, run.message)
        self.assertIn("whose names contain `backward`", run.text)
        self.assertIn("src/crf/streaming/autograd.py:13", run.text)
        self.assertNotIn("train/loss.py", run.text)

    def test_knows_one_length_by_its_names(self):
        run = self.ask("Check if this code will scale to T=400K sequences", "src/crf",
                       cwd=self.library())
        rows = [line for line in run.text.splitlines()
                if line.startswith("| `") and "`T = 400,000`" in line]
        functions = {row.split("`")[1] for row in rows}
        self.assertEqual(functions, {"edge_tensor", "forward", "replay"}, run.text)
        self.assertNotIn("T_plus_1", run.text)
        self.assertIn("Limit the memory of `edge_tensor`", run.text)

    def test_reads_the_change_that_a_question_is_about(self):
        repository = self.library()
        self.write(f"{repository}/src/crf/nn.py", LIBRARY["src/crf/nn.py"].replace(
            "return edge", "return edge.detach()"))
        run = self.ask("Review this PR for memory leaks and gradient issues", cwd=repository)
        self.assertIn("**Understood as**: memory, gradients, in the change", run.text, run.message)
        self.assertIn("1 file", run.text)

    def test_answers_in_chinese(self):
        run = self.ask("审计 loss.py 的数值稳定性", cwd=self.streaming())
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("> **问题**：", run.text)
        self.assertIn("softmax-before-cross-entropy", run.text)

    def test_answers_about_a_change(self):
        repository = self.streaming()
        run = self.ask("review this PR for numerical issues", "HEAD~1..HEAD", cwd=repository)
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("numerics, in the change", run.text.replace("numerical stability", "numerics"))
        run = self.ask("any memory leaks in this change?", cwd=repository)
        self.assertEqual(run.code, 0, run.message)

    def test_says_when_nothing_is_of_that_name(self):
        run = self.ask("is nowhere.py production ready?", cwd=self.streaming())
        self.assertEqual(run.code, 0, run.message)
        self.assertIn("**Nothing to assess**", run.text)

    def test_refuses_what_it_does_not_understand(self):
        run = self.ask("tell me a joke", cwd=self.streaming())
        self.assertEqual(run.code, 2)
        self.assertIn("names nothing that an audit answers", run.message)
        self.assertIn("for example", run.message)


if __name__ == "__main__":
    harness.main()
