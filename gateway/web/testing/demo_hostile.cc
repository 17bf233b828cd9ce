// A change whose author hopes that a page takes his text for markup. Each text calls alert() if it
// gets anywhere, which the browser test would see.

#include "absl/strings/str_cat.h"
#include "gateway/web/testing/demo_store.h"

namespace allreview::web {
namespace {

constexpr char kTag[] = "<script>alert('tag')</script><img src=x onerror=alert('image')>";
constexpr char kBreakOut[] = "\"><svg onload=alert('svg')><a title='";
constexpr char kPath[] = "src/\"><svg onload=alert('path')>/</td></table>.py";

// Raw HTML, links, and diagrams that try what Mermaid can do.
std::string HostileMarkdown() {
  return absl::StrCat(
      "# Review ", kTag, "\n\n", kTag,
      "\n\n[link](javascript:alert('link')) [data](data:text/html,<script>alert(1)</script>) ",
      "![image](https://evil.example/x.png)\n\n<iframe "
      "src=https://evil.example></iframe>\n\n<style>body{display:none}</style>\n\n",
      "| a | b |\n|---|---|\n| ", kTag, " | `</code></td><script>alert('code')</script>` |\n\n",
      "```python\n</code></pre><script>alert('fence')</script>\n```\n\n## content\n\n## "
      "Diagram\n\n",
      "```mermaid\nflowchart LR\n  a[\"<img src=x onerror=alert('mermaid')> <b>bold</b>\"] --> "
      "b[\"#quot;><script>alert('label')</script>\"]\n",
      "  click a \"javascript:alert('click')\" \"tip\"\n  click b call alert('call')\n",
      "  style a fill:#f00,background:url(https://evil.example/x)\n```\n\n",
      "```mermaid\n%%{init: {\"securityLevel\": \"loose\", \"themeCSS\": \"* { background: "
      "url(https://evil.example/y) }\"}}%%\n",
      "sequenceDiagram\n  A->>B: <img src=x onerror=alert('sequence')>\n```\n\n",
      "```mermaid\nthis is no diagram <script>alert('broken')</script>\n```\n");
}

std::string HostileDiff() {
  return absl::StrCat(
      "diff --git \"a/x.py\" \"b/x.py\"\n--- \"a/x.py\"\n+++ \"b/x.py\"\n@@ -1,2 +1,3 @@ def ",
      kTag, "\n context </td></tr></table>", kTag, "\n-removed ", kBreakOut, "\n+added ", kBreakOut,
      "\n+", kTag, "\ndiff --git a/y.py b/y.py\nold mode 100644\nnew mode 100755\n");
}

void AddFinding(review::v1::Review& review, const std::string& path, int line) {
  finding::v1::Finding& finding = *review.add_findings();
  finding.set_rule_id(absl::StrCat("rule", kBreakOut));
  finding.set_severity(finding::v1::SEVERITY_P1);
  finding.set_kind(finding::v1::KIND_DEFECT);
  finding.set_title(absl::StrCat("Title `", kTag, "` ", kBreakOut));
  finding.set_problem(kTag);
  finding.set_impact_text(kBreakOut);
  finding.set_fix(absl::StrCat("`", kTag));
  finding.set_before_code("</code></pre><script>alert('before')</script>");
  finding.set_after_code("</code></pre><script>alert('after')</script>");
  finding.set_fingerprint(absl::StrCat("f", line, kBreakOut));
  finding.set_shown(line % 2 == 0 ? finding::v1::SHOWN_FULL : finding::v1::SHOWN_SUPPRESSED);
  finding.mutable_suppression()->set_reason(kTag);
  finding.mutable_range()->set_path(path);
  finding.mutable_range()->set_first_line(line);
  finding.mutable_range()->set_end_line(line + 1);
}

void AddMeasured(review::v1::Review& review) {
  numerics::v1::MeasuredExpression& expression = *review.mutable_numerics()->add_expressions();
  expression.set_text(kTag);
  expression.set_symbol(kBreakOut);
  expression.mutable_range()->set_path(kPath);
  finding::v1::Measurement& measurement = *expression.add_measurements();
  measurement.set_format(kBreakOut);
  measurement.set_verdict(kTag);
  measurement.add_witness_inputs(kTag);
  measurement.set_rewrite(kTag);
  measurement.set_replay(kTag);
  measurement.set_max_ulp(1e9);
}

void AddLedger(review::v1::Review& review) {
  change::v1::LedgerEntry& entry = *review.add_ledger();
  entry.set_path(kPath);
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_NOT_FETCHED);
  entry.set_reason(kTag);
  entry.set_language(kBreakOut);
  entry.set_stage(kTag);
  change::v1::MissingPart& missing = *review.add_missing();
  missing.set_service(kTag);
  missing.set_reason(kBreakOut);
  missing.set_effect(kTag);
  review.mutable_receipt()->set_digest(kTag);
  review.mutable_receipt()->set_engine(kBreakOut);
}

}  // namespace

DemoReview HostileReview() {
  DemoReview hostile;
  review::v1::ReviewSummary& summary = *hostile.stored.mutable_summary();
  summary.set_id(kHostileReview);
  *summary.mutable_repository() = DemoRepository(2);
  summary.mutable_repository()->set_full_name(absl::StrCat("acme/", kBreakOut));
  summary.set_number(666);
  summary.set_title(absl::StrCat(kTag, kBreakOut));
  summary.set_author(absl::StrCat("mallory", kBreakOut));
  summary.set_base_ref(kTag);
  summary.set_head_commit(kBreakOut);
  summary.set_url("javascript:alert('url')");
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  summary.set_conclusion(review::v1::CONCLUSION_BLOCKED);
  summary.set_conclusion_reason(kTag);
  summary.set_requested_by(kBreakOut);
  summary.mutable_counts()->set_p1(3);
  summary.mutable_queued_at()->set_seconds(absl::ToUnixSeconds(DemoNow() - absl::Minutes(25)));
  summary.mutable_publication()->set_state(review::v1::Publication::STATE_PARTIAL);
  summary.mutable_publication()->set_review_url("javascript:alert('publication')");
  summary.mutable_publication()->set_reason(kTag);
  review::v1::Review& review = *hostile.stored.mutable_review();
  AddFinding(review, "x.py", 2);
  AddFinding(review, "x.py", 3);
  AddFinding(review, kPath, 4);
  AddMeasured(review);
  AddLedger(review);
  review::v1::ReviewComment& comment = *review.add_comments();
  comment.set_path("x.py");
  comment.set_side(change::v1::SIDE_RIGHT);
  comment.set_line(2);
  comment.set_fingerprint(review.findings(0).fingerprint());
  comment.set_body(HostileMarkdown());
  hostile.stored.set_diff(HostileDiff());
  hostile.stored.set_diff_bytes(static_cast<int64_t>(hostile.stored.diff().size()));
  for (const char* name :
       {"review.md", "deep-dive.md", "explanation.md", "audit.md", "playbook.md"})
    hostile.documents[name] = HostileMarkdown();
  return hostile;
}

DemoReview LargeReview() {
  DemoReview large;
  review::v1::ReviewSummary& summary = *large.stored.mutable_summary();
  summary.set_id(kLargeReview);
  *summary.mutable_repository() = DemoRepository(1);
  summary.set_number(4777);
  summary.set_title("Move the layers into a package of their own");
  summary.set_author("tomas");
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  summary.set_conclusion(review::v1::CONCLUSION_SUCCESS);
  summary.set_conclusion_reason("nothing was found");
  summary.mutable_queued_at()->set_seconds(absl::ToUnixSeconds(DemoNow() - absl::Minutes(28)));
  std::string& diff = *large.stored.mutable_diff();
  for (int file = 0; file < 60; ++file) {
    const int lines = file == 2 ? 2500 : 40 + file * 3;
    const std::string path =
        absl::StrCat("layers/part", file / 10, "/layer", file, file % 9 == 8 ? ".json" : ".py");
    absl::StrAppend(&diff, "diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path,
                    "\n@@ -1,", lines, " +1,", lines + 1, " @@\n");
    for (int line = 0; line < lines; ++line)
      absl::StrAppend(&diff, " layer_", file, "_", line, " = None\n");
    absl::StrAppend(&diff, "+last = ", file, "\n");
  }
  large.stored.set_diff_bytes(static_cast<int64_t>(diff.size()));
  large.stored.mutable_review()->set_conclusion(review::v1::CONCLUSION_SUCCESS);
  for (const char* name :
       {"review.md", "deep-dive.md", "explanation.md", "audit.md", "playbook.md"})
    large.documents[name] = "# Nothing was found\n";
  return large;
}

}  // namespace allreview::web
