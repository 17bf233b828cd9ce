#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/proto_json.h"
#include "gateway/pipeline/render.h"
#include "host/limits.h"
#include "proto/report/v1/catalogue.h"
#include "review/decision.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/ledger.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/conclusion.h"

namespace allreview::gateway {
namespace {

using change::v1::LedgerEntry;
using finding::v1::Finding;
using review::v1::Review;

Review ReviewOf(const Record& record, const review::v1::ReviewRequest& request) {
  Review pieces;
  *pieces.mutable_change() = record.change;
  *pieces.mutable_policy() = record.analysis.policy;
  *pieces.mutable_numerics() = record.numerics;
  for (const diff::v1::DiffFile& file : record.files()) {
    review::v1::FileSummary* summary = pieces.add_files();
    *summary->mutable_entry() = file.entry();
    summary->set_file_class(file.file_class());
    summary->set_language(file.language());
    summary->set_additions(file.additions());
    summary->set_deletions(file.deletions());
    summary->set_is_binary(file.is_binary());
  }
  for (const change::v1::MissingPart& part : record.missing()) *pieces.add_missing() = part;
  for (const change::v1::Diagnostic& diagnostic : record.diagnostics()) {
    *pieces.add_diagnostics() = diagnostic;
  }
  Review review =
      Decide(std::move(pieces), {.findings = record.analysis.findings,
                                 .reported = record.ledger(),
                                 .baseline = {request.baseline().begin(), request.baseline().end()},
                                 .min_severity = request.min_severity(),
                                 .fail_on = request.fail_on()});
  review.set_conclusion(review::v1::CONCLUSION_INCOMPLETE);
  review.set_conclusion_reason(English(phrases::kNoReportService));
  *review.mutable_conclusion_text() = ToText(phrases::kNoReportService);
  review.mutable_gate()->set_is_incomplete(true);
  review.mutable_receipt()->set_diff(record.diff_sha256);
  return review;
}

std::string TextOf(const Review& review) {
  std::string text = "AllReview: incomplete review\n\n";
  absl::StrAppend(&text, "This is a plain list: ", CleanLine(review.conclusion_reason()), ".\n");
  if (!review.change().title().empty()) {
    absl::StrAppend(&text, "Change: ", CleanLine(review.change().title()), "\n");
  }
  absl::StrAppend(&text, "\nMissing parts\n");
  for (const change::v1::MissingPart& part : review.missing()) {
    absl::StrAppend(&text, "- ", part.service(), ": ", part.code(), part.code().empty() ? "" : ": ",
                    CleanLine(part.reason()), " (", CleanLine(part.effect()), ")\n");
  }
  absl::StrAppend(&text, "\nFindings: ", review.findings_size(), "\n");
  for (const Finding& finding : review.findings()) {
    const absl::string_view severity = SeverityLabel(finding.severity());
    absl::StrAppend(&text, "- ", severity.empty() ? "--" : severity, " ",
                    CleanLine(finding.range().path()), ":", finding.range().first_line(), " ",
                    finding.rule_id(), ": ", CleanLine(finding.problem()), "\n");
  }
  const int unreviewed = std::count_if(review.ledger().begin(), review.ledger().end(), IsGap);
  absl::StrAppend(&text, "\nNot reviewed: ", unreviewed, " of ", review.files_size(), " files\n");
  for (const LedgerEntry& entry : review.ledger()) {
    if (!IsGap(entry)) continue;
    absl::StrAppend(&text, "- ", CleanLine(entry.path()), ": ", CleanLine(entry.reason()), "\n");
  }
  return text;
}

std::string DocumentOf(const Review& review, report::v1::Format format) {
  if (format == report::v1::FORMAT_JSON) return ToJson(review);
  const report::v1::FormatInfo& info = report::InfoOf(format);
  return info.is_for_machines() ? info.fallback() : TextOf(review);
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
  Rendered rendered{.review = ReviewOf(record, request), .is_plain = true};
  const std::vector<report::v1::DocumentRequest> documents = WantedDocuments(request);
  for (size_t i = 0; i < documents.size(); ++i) {
    AddDocument(static_cast<int>(i), DocumentOf(rendered.review, documents[i].format()), &rendered);
  }
  rendered.finished = FinishedOf(rendered.review);
  return rendered;
}

}  // namespace allreview::gateway
