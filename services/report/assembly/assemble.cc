#include "services/report/assembly/assemble.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/policy/receipt.h"
#include "base/hash.h"
#include "base/mask_message.h"
#include "base/proto_json.h"
#include "review/decision.h"
#include "review/localize.h"
#include "services/report/assembly/comments.h"

namespace allreview::report {
namespace {

using report::v1::RenderRequest;
using review::v1::FileSummary;
using review::v1::Review;

// Hash of what a caller may choose and documents depend on. How a document looks (format, colour,
// width) is not part of it: all renderings of one review carry the same receipt.
std::string HashOptions(const report::v1::RenderOptions& options) {
  std::string text = absl::StrCat("min_severity=", static_cast<int>(options.min_severity()),
                                  " fail_on=", static_cast<int>(options.fail_on()));
  const std::set<std::string> baseline(options.baseline().begin(), options.baseline().end());
  for (const std::string& fingerprint : baseline) absl::StrAppend(&text, " ", fingerprint);
  for (const report::v1::DocumentRequest& document : options.documents()) {
    if (document.has_audit()) absl::StrAppend(&text, " ", document.audit().ShortDebugString());
  }
  return Sha256Hex(text).substr(0, 16);
}

// What was found and measured, what people set aside, and what did not answer. Parts that only some
// documents ask for are left out: all renderings of one review carry the same receipt.
std::string HashOutcome(const Review& review) {
  Sha256 hash;
  const auto add = [&](const google::protobuf::Message& message) {
    const std::string bytes = SerializeWithSortedMaps(message);
    hash.Update(absl::StrCat(bytes.size(), ":"));
    hash.Update(bytes);
  };
  for (const finding::v1::Finding& finding : review.findings()) add(finding);
  for (const change::v1::LedgerEntry& entry : review.ledger()) add(entry);
  for (const change::v1::MissingPart& part : review.missing()) add(part);
  add(review.numerics());
  return hash.Finish().substr(0, 16);
}

void SetReceipt(const report::v1::RenderOptions& options, Review& review) {
  const std::string& head = review.change().head_commit();
  policy::Receipt receipt{.engine = options.engine_version(),
                          .rules = options.rules_hash(),
                          .policy = review.policy().hash(),
                          .head = head.empty() ? options.diff_sha256() : head,
                          .merge_base = review.change().merge_base_commit(),
                          .diff = options.diff_sha256(),
                          .options = HashOptions(options),
                          .outcome = HashOutcome(review)};
  review::v1::Receipt& proto = *review.mutable_receipt();
  proto.set_engine(receipt.engine);
  proto.set_rules(receipt.rules);
  proto.set_policy(receipt.policy);
  proto.set_head(receipt.head);
  proto.set_merge_base(receipt.merge_base);
  proto.set_diff(receipt.diff);
  proto.set_options(receipt.options);
  proto.set_outcome(receipt.outcome);
  proto.set_digest(policy::ReceiptDigest(receipt));
}

}  // namespace

void Assembler::AddFile(const diff::v1::DiffFile& file) {
  FileSummary& summary = *assembly_.review.add_files();
  *summary.mutable_entry() = file.entry();
  summary.set_file_class(file.file_class());
  summary.set_language(file.language());
  summary.set_additions(file.additions());
  summary.set_deletions(file.deletions());
  summary.set_is_binary(file.is_binary());
  summary.set_has_crlf(file.has_crlf());
  // The line numbers of a combined diff are those of several parents: no comment can stand there.
  if (file.parents() > 1) return;
  for (const diff::v1::Hunk& hunk : file.hunks()) {
    review::v1::HunkRange& range = *summary.add_hunks();
    range.set_old_start(hunk.old_start());
    range.set_old_lines(hunk.old_lines());
    range.set_new_start(hunk.new_start());
    range.set_new_lines(hunk.new_lines());
  }
  assembly_.lines.AddFile(file);
}

void Assembler::Add(RenderRequest request) {
  MaskSecrets(request);  // Documents are read by more people than the repository.
  Review& review = assembly_.review;
  switch (request.part_case()) {
    case RenderRequest::kOptions:
      assembly_.options = std::move(*request.mutable_options());
      break;
    case RenderRequest::kChange:
      *review.mutable_change() = std::move(*request.mutable_change());
      break;
    case RenderRequest::kFile:
      AddFile(request.file());
      break;
    case RenderRequest::kDiff:
      *review.mutable_complexity() = std::move(*request.mutable_diff()->mutable_complexity());
      break;
    case RenderRequest::kFinding:
      findings_.push_back(std::move(*request.mutable_finding()));
      break;
    case RenderRequest::kLedger:
      reported_.push_back(std::move(*request.mutable_ledger()));
      break;
    case RenderRequest::kMissing:
      *review.add_missing() = std::move(*request.mutable_missing());
      break;
    case RenderRequest::kDiagnostic:
      *review.add_diagnostics() = std::move(*request.mutable_diagnostic());
      break;
    case RenderRequest::kPolicy:
      *review.mutable_policy() = std::move(*request.mutable_policy());
      break;
    case RenderRequest::kModel:
      *review.mutable_model() = std::move(*request.mutable_model());
      break;
    case RenderRequest::kHouse:
      *review.mutable_house() = std::move(*request.mutable_house());
      break;
    case RenderRequest::kTests:
      *review.mutable_tests() = std::move(*request.mutable_tests());
      break;
    case RenderRequest::kPlaybook:
      *review.mutable_playbook() = std::move(*request.mutable_playbook());
      break;
    case RenderRequest::kNumerics:
      *review.mutable_numerics() = std::move(*request.mutable_numerics());
      break;
    case RenderRequest::kReview:
      TakeAssembled(std::move(*request.mutable_review()));
      break;
    case RenderRequest::PART_NOT_SET:
      break;
  }
}

void Assembler::TakeAssembled(Review review) {
  is_assembled_ = true;
  for (const FileSummary& file : review.files()) {
    assembly_.lines.AddVersion(file.entry(), file.has_crlf());
  }
  assembly_.review = std::move(review);
}

Assembly Assembler::Finish() && {
  if (is_assembled_) return std::move(assembly_);
  const report::v1::RenderOptions& options = assembly_.options;
  assembly_.review = Decide(std::move(assembly_.review),
                            {.findings = std::move(findings_),
                             .reported = std::move(reported_),
                             .baseline = {options.baseline().begin(), options.baseline().end()},
                             .min_severity = options.min_severity(),
                             .fail_on = options.fail_on()});
  Review& review = assembly_.review;
  SetReceipt(options, review);
  // Comments are for the forge, in the team's language; all else of a review is in English.
  const Language language = LanguageOf(review.policy().language());
  std::vector<review::v1::ReviewComment> comments =
      language == Language::kEnglish
          ? MakeComments(language, review, assembly_.lines)
          : MakeComments(language, Localized(language, review), assembly_.lines);
  for (review::v1::ReviewComment& comment : comments) *review.add_comments() = std::move(comment);
  return std::move(assembly_);
}

}  // namespace allreview::report
