#include "gateway/pipeline/outcome.h"

#include <utility>

#include "absl/time/clock.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {
namespace {

using change::v1::LedgerEntry;
using finding::v1::Finding;

// Plain lists of a missing report service show everything and say nothing of it.
bool IsShown(finding::v1::Shown shown) {
  return shown == finding::v1::SHOWN_UNSPECIFIED || shown == finding::v1::SHOWN_FULL ||
         shown == finding::v1::SHOWN_FOLDED;
}

void CountFinding(host::Metrics& metrics, const std::string& repository, const Finding& finding) {
  if (finding.kind() == finding::v1::KIND_PRAISE) return;
  const std::string severity = LabelOf(finding::v1::Severity_Name(finding.severity()), "SEVERITY_");
  const std::string pillar = LabelOf(finding::v1::Pillar_Name(finding.pillar()), "PILLAR_");
  metrics.Count(metric::kFindings,
                {{"pillar", pillar},
                 {"rule", RuleLabel(finding.rule_id())},
                 {"severity", severity},
                 {"shown", LabelOf(finding::v1::Shown_Name(finding.shown()), "SHOWN_")}});
  if (!IsShown(finding.shown())) return;
  metrics.Count(metric::kRepositoryFindings,
                {{"pillar", pillar}, {"repository", repository}, {"severity", severity}});
}

}  // namespace

std::string RepositoryLabel(const change::v1::ChangeInfo& change) {
  return change.repository_id() == 0 ? "local" : change.repository();
}

void CountReview(host::Metrics& metrics, const Record& record, const Rendered& rendered,
                 absl::Duration took) {
  const std::string repository = RepositoryLabel(record.change);
  const std::string conclusion =
      LabelOf(review::v1::Conclusion_Name(rendered.finished.conclusion()), "CONCLUSION_");
  metrics.Count(metric::kReviews, {{"conclusion", conclusion}, {"repository", repository}});
  metrics.Observe(metric::kReviewDuration, {{"conclusion", conclusion}}, took);
  metrics.Count(metric::kReviewSeconds, {{"repository", repository}}, absl::ToDoubleSeconds(took));
  metrics.Count(metric::kCpuSeconds, {{"repository", repository}},
                record.analysis.cpu_seconds + record.cpu_seconds + rendered.cpu_seconds);
  for (const change::v1::MissingPart& part : record.missing()) {
    if (part.is_expected()) continue;
    metrics.Count(metric::kMissingParts, {{"code", part.code()}, {"service", part.service()}});
  }
  for (const Finding& finding : rendered.review.findings()) {
    CountFinding(metrics, repository, finding);
  }
  for (const LedgerEntry& entry : rendered.review.ledger()) {
    if (entry.hunk() >= 0) continue;  // Its file has an entry of its own.
    metrics.Count(metric::kFiles,
                  {{"repository", repository},
                   {"state", LabelOf(LedgerEntry::State_Name(entry.state()), "STATE_")}});
  }
  const change::v1::ChangeTotals& totals = record.summary.totals();
  metrics.Count(metric::kChangedLines, {{"repository", repository}},
                static_cast<double>(totals.additions() + totals.deletions()));
}

Stage::Stage(host::Metrics* metrics, absl::string_view name, const host::TraceContext& parent)
    : metrics_(metrics), name_(name), start_(absl::Now()), span_(name, parent) {}

void Stage::End() {
  span_.End();
  if (host::Metrics* metrics = std::exchange(metrics_, nullptr)) {
    metrics->Observe(metric::kStageDuration, {{"stage", name_}}, absl::Now() - start_);
  }
}

}  // namespace allreview::gateway
