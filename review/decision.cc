#include "review/decision.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "analyzers/policy/budget.h"
#include "analyzers/policy/conclusion.h"
#include "analyzers/policy/ledger.h"
#include "review/causes.h"
#include "review/ledger.h"
#include "review/measurements.h"
#include "review/reported.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/coverage.h"

namespace allreview {
namespace {

using change::v1::Diagnostic;
using finding::v1::Finding;
using review::v1::FileSummary;
using review::v1::Review;

// The enumerations of analyzers/policy leave "unspecified" out or call it "unknown"; their order is
// that of the protos.
policy::Severity SeverityOf(finding::v1::Severity severity) {
  if (severity == finding::v1::SEVERITY_UNSPECIFIED) return policy::Severity::kP3;
  return static_cast<policy::Severity>(severity - 1);
}

finding::v1::Severity SeverityOf(policy::Severity severity) {
  return static_cast<finding::v1::Severity>(static_cast<int>(severity) + 1);
}

finding::v1::Shown ShownOf(policy::Shown shown) {
  return static_cast<finding::v1::Shown>(static_cast<int>(shown) + 1);
}

policy::FindingKey KeyOf(const Finding& finding) {
  const auto at_least_first = [](int value) { return value > 0 ? value - 1 : 0; };
  return {.severity = SeverityOf(finding.severity()),
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
                           .file_class = FromProto(file.file_class()),
                           .language = file.language()});
  }
  for (const change::v1::LedgerEntry& entry : reported) {
    input.reported.push_back(FromProto(entry));
  }
  for (const std::string& language : review.policy().accepted_unsupported()) {
    input.accepted_languages.push_back(language);
  }
  for (const change::v1::MissingPart& part : review.missing()) {
    if (part.service() != "analysis") continue;
    input.gap_reason = phrases::kAnalysisDidNotAnswer;
    if (part.code() == "DEADLINE_EXCEEDED") input.gap_state = policy::CoverageState::kTimedOut;
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

// What a diagnostic says was cut short; its whole message, where it does not say it as a code.
Words CutPartOf(const Diagnostic& diagnostic) {
  const auto& params = diagnostic.message_text().text().params();
  const auto part = params.find("part");
  if (part == params.end()) return diagnostic.message();
  return FromText(part->second, part->second.verbatim());
}

std::vector<Words> CutParts(const Review& review) {
  std::vector<Words> parts;
  for (const Diagnostic& diagnostic : review.diagnostics()) {
    if (IsOfCutPart(diagnostic)) parts.push_back(CutPartOf(diagnostic));
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
                                   std::vector<Finding> findings, finding::v1::Severity wanted,
                                   Review& review) {
  const int max_findings = review.policy().max_findings();
  const finding::v1::Severity min_severity =
      wanted != finding::v1::SEVERITY_UNSPECIFIED ? wanted : review.policy().min_severity();
  policy::BudgetResult budget =
      policy::ApplyBudget(keys, {.max_findings = max_findings > 0 ? max_findings : 10,
                                 .min_severity = SeverityOf(min_severity)});
  for (size_t i : budget.order) {
    Finding& finding = *review.add_findings();
    finding = std::move(findings[i]);
    finding.set_shown(ShownOf(budget.shown[i]));
    for (Finding& same : *finding.mutable_same_cause()) same.set_shown(finding.shown());
    if (finding.kind() != finding::v1::KIND_PRAISE) {
      finding.set_severity(SeverityOf(budget.severity[i]));
    }
  }
  for (const policy::FoldedCount& folded : budget.folded) {
    review::v1::FoldedCount& count = *review.add_folded();
    count.set_rule_id(folded.rule_id);
    count.set_shown(ShownOf(folded.shown));
    count.set_count(folded.count);
  }
  return budget;
}

void SetGate(const std::vector<policy::FindingKey>& keys, const policy::ConclusionInput& input,
             finding::v1::Severity wanted, Review& review) {
  const finding::v1::Severity fail_on =
      wanted != finding::v1::SEVERITY_UNSPECIFIED ? wanted : review.policy().fail_on();
  std::optional<policy::Severity> gate_severity;
  if (fail_on != finding::v1::SEVERITY_UNSPECIFIED) gate_severity = SeverityOf(fail_on);
  const policy::Gate gate = policy::ApplyGate(gate_severity, keys, input);
  review.mutable_gate()->set_fail_on(fail_on);
  review.mutable_gate()->set_tripping(gate.tripping);
  review.mutable_gate()->set_is_incomplete(gate.is_incomplete);
}

// A scan lists every place: nobody made them in one go.
std::vector<Finding> Merged(const Review& review, std::vector<Finding> findings,
                            const std::function<bool(const Finding&)>& is_in_baseline) {
  if (IsScan(review)) return findings;
  std::set<absl::string_view> tests, gone;
  const auto add = [](const FileSummary& file, std::set<absl::string_view>& paths) {
    paths.insert(file.entry().new_path());
    paths.insert(file.entry().old_path());
  };
  for (const FileSummary& file : review.files()) {
    if (file.file_class() == change::v1::FILE_CLASS_TEST) add(file, tests);
    if (file.entry().status() == change::v1::FILE_STATUS_DELETED ||
        file.entry().status() == change::v1::FILE_STATUS_RENAMED) {
      add(file, gone);
    }
  }
  return MergeCauses(std::move(findings),
                     {.is_test = [&](const std::string& path) { return tests.count(path) > 0; },
                      .is_in_baseline = is_in_baseline,
                      .is_gone = [&](const std::string& path) { return gone.count(path) > 0; }});
}

void Conclude(DecisionInput decision, const std::vector<policy::LedgerEntry>& ledger,
              Review& review) {
  const std::set<std::string> baseline(decision.baseline.begin(), decision.baseline.end());
  const auto is_in_baseline = [&](const Finding& finding) {
    return baseline.count(finding.fingerprint()) > 0;
  };
  decision.findings = Merged(review, std::move(decision.findings), is_in_baseline);
  std::vector<policy::FindingKey> keys;
  for (const Finding& finding : decision.findings) {
    keys.push_back(KeyOf(finding));
    keys.back().is_in_baseline = is_in_baseline(finding);
  }
  const policy::BudgetResult budget =
      PlaceFindings(keys, std::move(decision.findings), decision.min_severity, review);
  policy::ConclusionInput input{
      .ledger = ledger,
      .counts = budget.counts,
      .unread_parts = CountUnreadParts(review),
      .cut_parts = CutParts(review),
      .paths = {review.policy().paths().begin(), review.policy().paths().end()},
      .is_scan = IsScan(review)};
  for (const change::v1::MissingPart& part : review.missing()) {
    input.missing.push_back({part.service(), part.reason(), part.is_expected()});
  }
  const policy::Conclusion conclusion = policy::Conclude(input);
  review.set_conclusion(
      static_cast<review::v1::Conclusion>(static_cast<int>(conclusion.verdict) + 1));
  review.set_conclusion_reason(English(conclusion.reason));
  *review.mutable_conclusion_text() = ToText(conclusion.reason);
  SetCounts(budget.counts, policy::CountFiles(ledger), *review.mutable_counts());
  SetGate(keys, input, decision.fail_on, review);
}

}  // namespace

Review Decide(Review review, DecisionInput input) {
  SortFiles(review);
  SortDiagnostics(review);
  SortMissing(review);
  input.findings = MergeMeasurements(review.numerics(), review.policy(), std::move(input.findings));
  const std::vector<policy::LedgerEntry> ledger = MergeLedger(review, input.reported);
  for (const policy::LedgerEntry& entry : ledger) *review.add_ledger() = ToProto(entry);
  Conclude(std::move(input), ledger, review);
  return review;
}

}  // namespace allreview
