#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/proto_json.h"
#include "gateway/pipeline/render.h"
#include "host/limits.h"

namespace allreview::gateway {
namespace {

using change::v1::LedgerEntry;
using finding::v1::Finding;
using review::v1::Review;

// One line of display text whatever stands in it.
std::string Line(absl::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return line;
}

std::string SeverityName(finding::v1::Severity severity) {
  return severity == finding::v1::SEVERITY_UNSPECIFIED
             ? "--"
             : absl::StrCat("P", static_cast<int>(severity) - 1);
}

bool IsUnreviewed(const LedgerEntry& entry) {
  const bool is_program_text = entry.file_class() == change::v1::FILE_CLASS_SOURCE ||
                               entry.file_class() == change::v1::FILE_CLASS_TEST;
  if (is_program_text && entry.state() != LedgerEntry::STATE_REVIEWED) return !entry.is_accepted();
  return !entry.is_accepted() && (entry.state() == LedgerEntry::STATE_UNSUPPORTED ||
                                  entry.state() == LedgerEntry::STATE_NOT_FETCHED ||
                                  entry.state() == LedgerEntry::STATE_TIMED_OUT ||
                                  entry.state() == LedgerEntry::STATE_OVER_BUDGET);
}

bool IsBefore(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    return std::make_tuple(f.is_hint(), f.severity(), f.range().path(), f.range().first_line(),
                           f.rule_id());
  };
  return key(a) < key(b);
}

// A question or a hint never blocks.
finding::v1::Severity GatingSeverity(const Finding& finding) {
  const bool may_block = finding.kind() != finding::v1::KIND_QUESTION && !finding.is_hint();
  return may_block ? finding.severity() : std::max(finding.severity(), finding::v1::SEVERITY_P2);
}

Review ReviewOf(const Record& record, finding::v1::Severity fail_on) {
  Review review;
  *review.mutable_change() = record.change;
  for (const diff::v1::DiffFile& file : record.files()) {
    review::v1::FileSummary* summary = review.add_files();
    *summary->mutable_entry() = file.entry();
    summary->set_file_class(file.file_class());
    summary->set_language(file.language());
    summary->set_additions(file.additions());
    summary->set_deletions(file.deletions());
    summary->set_is_binary(file.is_binary());
  }
  std::vector<Finding> findings = record.analysis.findings;
  std::sort(findings.begin(), findings.end(), IsBefore);
  for (const Finding& finding : findings) {
    *review.add_findings() = finding;
    const bool is_tripping = finding.severity() != finding::v1::SEVERITY_UNSPECIFIED &&
                             GatingSeverity(finding) <= fail_on;
    review.mutable_gate()->set_tripping(review.gate().tripping() + (is_tripping ? 1 : 0));
  }
  for (const LedgerEntry& entry : record.ledger()) *review.add_ledger() = entry;
  for (const change::v1::MissingPart& part : record.missing()) *review.add_missing() = part;
  for (const change::v1::Diagnostic& diagnostic : record.diagnostics()) {
    *review.add_diagnostics() = diagnostic;
  }
  review.set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  review.set_conclusion_reason("the report service did not answer");
  review.mutable_gate()->set_fail_on(fail_on);
  review.mutable_gate()->set_is_incomplete(true);
  review.mutable_receipt()->set_diff(record.diff_sha256);
  return review;
}

std::string TextOf(const Review& review) {
  std::string text = "AllReview: incomplete review\n\n";
  absl::StrAppend(&text, "This is a plain list: ", Line(review.conclusion_reason()), ".\n");
  if (!review.change().title().empty()) {
    absl::StrAppend(&text, "Change: ", Line(review.change().title()), "\n");
  }
  absl::StrAppend(&text, "\nMissing parts\n");
  for (const change::v1::MissingPart& part : review.missing()) {
    absl::StrAppend(&text, "- ", part.service(), ": ", part.code(), part.code().empty() ? "" : ": ",
                    Line(part.reason()), " (", Line(part.effect()), ")\n");
  }
  absl::StrAppend(&text, "\nFindings: ", review.findings_size(), "\n");
  for (const Finding& finding : review.findings()) {
    absl::StrAppend(&text, "- ", SeverityName(finding.severity()), " ",
                    Line(finding.range().path()), ":", finding.range().first_line(), " ",
                    finding.rule_id(), ": ", Line(finding.problem()), "\n");
  }
  const int unreviewed =
      std::count_if(review.ledger().begin(), review.ledger().end(), IsUnreviewed);
  absl::StrAppend(&text, "\nNot reviewed: ", unreviewed, " of ", review.files_size(), " files\n");
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsUnreviewed(entry)) continue;
    absl::StrAppend(&text, "- ", Line(entry.path()), ": ", Line(entry.reason()), "\n");
  }
  return text;
}

std::string DocumentOf(const Review& review, report::v1::Format format) {
  switch (format) {
    case report::v1::FORMAT_JSON:
      return ToJson(review);
    case report::v1::FORMAT_GITHUB_ANNOTATIONS:
      return "::error title=AllReview::incomplete review: the report service did not answer\n";
    case report::v1::FORMAT_SARIF:
    case report::v1::FORMAT_RDJSON:
    case report::v1::FORMAT_GITLAB:
      return "";
    default:
      return TextOf(review);
  }
}

void AddDocument(int index, absl::string_view content, Rendered* rendered) {
  do {
    const absl::string_view piece = content.substr(0, host::kChunkBytes);
    content.remove_prefix(piece.size());
    report::v1::DocumentChunk& chunk = rendered->documents.emplace_back();
    chunk.set_index(index);
    chunk.set_content(std::string(piece));
    chunk.set_is_last(content.empty());
  } while (!content.empty());
}

}  // namespace

Rendered RenderWithoutService(const Record& record, const review::v1::ReviewRequest& request) {
  const finding::v1::Severity fail_on = request.fail_on() != finding::v1::SEVERITY_UNSPECIFIED
                                            ? request.fail_on()
                                            : record.analysis.policy.fail_on();
  Rendered rendered{.review = ReviewOf(record, fail_on), .is_plain = true};
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(request);
  for (size_t i = 0; i < documents.size(); ++i) {
    AddDocument(static_cast<int>(i), DocumentOf(rendered.review, documents[i].format()), &rendered);
  }
  rendered.finished = FinishedOf(rendered.review);
  return rendered;
}

}  // namespace allreview::gateway
