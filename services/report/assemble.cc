#include "services/report/assemble.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/policy/budget.h"
#include "analyzers/policy/conclusion.h"
#include "analyzers/policy/ledger.h"
#include "analyzers/policy/receipt.h"
#include "base/hash.h"
#include "base/mask_message.h"
#include "services/report/comments.h"
#include "services/report/labels.h"
#include "services/report/reported.h"

namespace allreview::report {
namespace {

using change::v1::Diagnostic;
using finding::v1::Finding;
using report::v1::RenderRequest;
using review::v1::FileSummary;
using review::v1::Review;

// The enumerations of analyzers/policy leave "unspecified" out or call it "unknown"; their order is
// that of the protos.
policy::Severity FromProto(finding::v1::Severity severity) {
  if (severity == finding::v1::SEVERITY_UNSPECIFIED) return policy::Severity::kP3;
  return static_cast<policy::Severity>(severity - 1);
}

finding::v1::Severity ToProto(policy::Severity severity) {
  return static_cast<finding::v1::Severity>(static_cast<int>(severity) + 1);
}

finding::v1::Shown ToProto(policy::Shown shown) {
  return static_cast<finding::v1::Shown>(static_cast<int>(shown) + 1);
}

policy::FindingKey KeyOf(const Finding& finding) {
  const auto at_least_first = [](int value) { return value > 0 ? value - 1 : 0; };
  return {.severity = FromProto(finding.severity()),
          .confidence = static_cast<policy::Confidence>(at_least_first(finding.confidence())),
          .kind = static_cast<policy::Kind>(at_least_first(finding.kind())),
          .is_hint = finding.is_hint(),
          .path = finding.range().path(),
          .line = finding.range().first_line(),
          .column = finding.range().first_column(),
          .rule_id = finding.rule_id(),
          .fingerprint = finding.fingerprint(),
          .text = finding.problem(),
          .is_suppressed = finding.has_suppression(),
          .is_on_probation = finding.shown() == finding::v1::SHOWN_PROBATION};
}

policy::LedgerEntry FromProto(const change::v1::LedgerEntry& entry) {
  return {.path = entry.path(),
          .hunk = entry.hunk(),
          .state = static_cast<policy::CoverageState>(entry.state()),
          .reason = entry.reason(),
          .file_class = static_cast<policy::FileClass>(entry.file_class()),
          .language = entry.language(),
          .stage = entry.stage(),
          .is_accepted = entry.is_accepted()};
}

change::v1::LedgerEntry ToProto(const policy::LedgerEntry& entry) {
  change::v1::LedgerEntry proto;
  proto.set_path(entry.path);
  proto.set_hunk(entry.hunk);
  proto.set_state(static_cast<change::v1::LedgerEntry::State>(entry.state));
  proto.set_reason(entry.reason);
  proto.set_file_class(static_cast<change::v1::FileClass>(entry.file_class));
  proto.set_language(entry.language);
  proto.set_stage(entry.stage);
  proto.set_is_accepted(entry.is_accepted);
  return proto;
}

void SortFiles(Review& review) {
  const auto key = [](const FileSummary& file) {
    return std::make_tuple(std::cref(file.entry().new_path()), std::cref(file.entry().old_path()),
                           file.entry().status());
  };
  std::stable_sort(review.mutable_files()->begin(), review.mutable_files()->end(),
                   [&](const FileSummary& a, const FileSummary& b) { return key(a) < key(b); });
  change::v1::ChangeTotals& totals = *review.mutable_totals();
  totals.set_files(review.files_size());
  for (const FileSummary& file : review.files()) {
    totals.set_additions(totals.additions() + file.additions());
    totals.set_deletions(totals.deletions() + file.deletions());
  }
}

std::vector<policy::LedgerEntry> MergeLedger(const Review& review,
                                             const std::vector<change::v1::LedgerEntry>& reported) {
  policy::LedgerInput input;
  for (const FileSummary& file : review.files()) {
    input.files.push_back({.path = file.entry().new_path(),
                           .file_class = static_cast<policy::FileClass>(file.file_class()),
                           .language = file.language()});
  }
  for (const change::v1::LedgerEntry& entry : reported) {
    input.reported.push_back(FromProto(entry));
  }
  for (const std::string& language : review.policy().accepted_unsupported()) {
    input.accepted_languages.push_back(language);
  }
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.service() == "analysis") input.gap_reason = "the analysis did not answer";
  }
  return policy::MergeLedger(input);
}

// Sorted by what the reader sees; equal messages once.
void SortDiagnostics(Review& review) {
  const auto key = [](const Diagnostic& d) {
    return std::make_tuple(std::cref(d.path()), d.line(), d.level(), std::cref(d.code()),
                           std::cref(d.message()), std::cref(d.hint()));
  };
  std::vector<Diagnostic> all(review.diagnostics().begin(), review.diagnostics().end());
  std::stable_sort(all.begin(), all.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  all.erase(std::unique(all.begin(), all.end(),
                        [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); }),
            all.end());
  review.mutable_diagnostics()->Assign(all.begin(), all.end());
}

void SortMissing(Review& review) {
  const auto key = [](const change::v1::MissingPart& part) {
    return std::make_tuple(part.is_expected(), std::cref(part.service()), std::cref(part.code()),
                           std::cref(part.reason()));
  };
  std::stable_sort(review.mutable_missing()->begin(), review.mutable_missing()->end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

bool IsOfCutPart(const Diagnostic& diagnostic) { return diagnostic.code() == policy::kCutPartCode; }

std::vector<std::string> CutParts(const Review& review) {
  std::vector<std::string> parts;
  for (const Diagnostic& diagnostic : review.diagnostics()) {
    if (IsOfCutPart(diagnostic)) parts.emplace_back(policy::CutPartOf(diagnostic.message()));
  }
  return parts;
}

// Errors about input that became no file and no ledger entry, so that nothing else tells of them.
int CountUnreadParts(const Review& review) {
  std::set<std::string> known;
  for (const change::v1::LedgerEntry& entry : review.ledger()) known.insert(entry.path());
  return static_cast<int>(std::count_if(
      review.diagnostics().begin(), review.diagnostics().end(), [&](const Diagnostic& diagnostic) {
        return diagnostic.level() == Diagnostic::LEVEL_ERROR && !IsOfCutPart(diagnostic) &&
               known.count(diagnostic.path()) == 0;
      }));
}

void SetCounts(const policy::FindingCounts& findings, const policy::FileCounts& files,
               review::v1::Counts& counts) {
  counts.set_p0(findings.p0);
  counts.set_p1(findings.p1);
  counts.set_p2(findings.p2);
  counts.set_p3(findings.p3);
  counts.set_questions(findings.questions);
  counts.set_praise(findings.praise);
  counts.set_suppressed(findings.suppressed);
  counts.set_baseline(findings.baseline);
  counts.set_files_reviewed(files.reviewed);
  counts.set_files_unreviewed(files.unreviewed);
}

// Orders the findings and sets what became of each.
policy::BudgetResult PlaceFindings(const std::vector<policy::FindingKey>& keys,
                                   std::vector<Finding> findings,
                                   const report::v1::RenderOptions& options, Review& review) {
  const int max_findings = review.policy().max_findings();
  const finding::v1::Severity min_severity =
      options.min_severity() != finding::v1::SEVERITY_UNSPECIFIED ? options.min_severity()
                                                                  : review.policy().min_severity();
  policy::BudgetResult budget =
      policy::ApplyBudget(keys, {.max_findings = max_findings > 0 ? max_findings : 10,
                                 .min_severity = FromProto(min_severity)});
  for (size_t i : budget.order) {
    Finding& finding = *review.add_findings();
    finding = std::move(findings[i]);
    finding.set_shown(ToProto(budget.shown[i]));
    if (finding.kind() != finding::v1::KIND_PRAISE) {
      finding.set_severity(ToProto(budget.severity[i]));
    }
  }
  for (const policy::FoldedCount& folded : budget.folded) {
    review::v1::FoldedCount& count = *review.add_folded();
    count.set_rule_id(folded.rule_id);
    count.set_shown(ToProto(folded.shown));
    count.set_count(folded.count);
  }
  return budget;
}

void SetGate(const std::vector<policy::FindingKey>& keys, const policy::ConclusionInput& input,
             const report::v1::RenderOptions& options, Review& review) {
  const finding::v1::Severity fail_on = options.fail_on() != finding::v1::SEVERITY_UNSPECIFIED
                                            ? options.fail_on()
                                            : review.policy().fail_on();
  std::optional<policy::Severity> gate_severity;
  if (fail_on != finding::v1::SEVERITY_UNSPECIFIED) gate_severity = FromProto(fail_on);
  const policy::Gate gate = policy::ApplyGate(gate_severity, keys, input);
  review.mutable_gate()->set_fail_on(fail_on);
  review.mutable_gate()->set_tripping(gate.tripping);
  review.mutable_gate()->set_is_incomplete(gate.is_incomplete);
}

void Decide(std::vector<Finding> findings, const report::v1::RenderOptions& options,
            const std::vector<policy::LedgerEntry>& ledger, Review& review) {
  const std::set<std::string> baseline(options.baseline().begin(), options.baseline().end());
  std::vector<policy::FindingKey> keys;
  for (const Finding& finding : findings) {
    keys.push_back(KeyOf(finding));
    keys.back().is_in_baseline = baseline.count(finding.fingerprint()) > 0;
  }
  const policy::BudgetResult budget = PlaceFindings(keys, std::move(findings), options, review);
  policy::ConclusionInput input{.ledger = ledger,
                                .counts = budget.counts,
                                .unread_parts = CountUnreadParts(review),
                                .cut_parts = CutParts(review),
                                .is_scan = IsScan(review)};
  for (const change::v1::MissingPart& part : review.missing()) {
    input.missing.push_back({part.service(), part.reason(), part.is_expected()});
  }
  const policy::Conclusion conclusion = policy::Conclude(input);
  review.set_conclusion(
      static_cast<review::v1::Conclusion>(static_cast<int>(conclusion.verdict) + 1));
  review.set_conclusion_reason(conclusion.reason);
  SetCounts(budget.counts, policy::CountFiles(ledger), *review.mutable_counts());
  SetGate(keys, input, options, review);
}

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

void SetReceipt(const report::v1::RenderOptions& options, Review& review) {
  const std::string& head = review.change().head_commit();
  policy::Receipt receipt{.engine = options.engine_version(),
                          .rules = options.rules_hash(),
                          .policy = review.policy().hash(),
                          .head = head.empty() ? options.diff_sha256() : head,
                          .merge_base = review.change().merge_base_commit(),
                          .diff = options.diff_sha256(),
                          .options = HashOptions(options)};
  review::v1::Receipt& proto = *review.mutable_receipt();
  proto.set_engine(receipt.engine);
  proto.set_rules(receipt.rules);
  proto.set_policy(receipt.policy);
  proto.set_head(receipt.head);
  proto.set_merge_base(receipt.merge_base);
  proto.set_diff(receipt.diff);
  proto.set_options(receipt.options);
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
  Review& review = assembly_.review;
  SortFiles(review);
  SortDiagnostics(review);
  SortMissing(review);
  const std::vector<policy::LedgerEntry> ledger = MergeLedger(review, reported_);
  for (const policy::LedgerEntry& entry : ledger) *review.add_ledger() = ToProto(entry);
  Decide(std::move(findings_), assembly_.options, ledger, review);
  SetReceipt(assembly_.options, review);
  for (review::v1::ReviewComment& comment :
       MakeComments(Language::kEnglish, review, assembly_.lines)) {
    *review.add_comments() = std::move(comment);
  }
  return std::move(assembly_);
}

}  // namespace allreview::report
