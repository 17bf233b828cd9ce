#include "gateway/metrics/metrics.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "github/metrics.h"
#include "google/protobuf/generated_enum_reflection.h"
#include "proto/change/v1/change.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {
namespace {

// The labels of all values but "unspecified".
template <typename Enum>
std::vector<std::string> LabelsOf(absl::string_view prefix) {
  const google::protobuf::EnumDescriptor& type = *google::protobuf::GetEnumDescriptor<Enum>();
  std::vector<std::string> labels;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) labels.push_back(LabelOf(type.value(i)->name(), prefix));
  }
  return labels;
}

}  // namespace

absl::Span<const host::MetricInfo> PlatformMetrics() {
  static const auto& all = *[] {
    auto* metrics = new std::vector<host::MetricInfo>{metric::kReviews,
                                                      metric::kReviewDuration,
                                                      metric::kStageDuration,
                                                      metric::kFindings,
                                                      metric::kRepositoryFindings,
                                                      metric::kChangedLines,
                                                      metric::kReviewSeconds,
                                                      metric::kCpuSeconds,
                                                      metric::kFiles,
                                                      metric::kMissingParts,
                                                      metric::kExpressionRefusals,
                                                      metric::kReviewRequests,
                                                      metric::kReviewStates,
                                                      metric::kTimeToFirstReview,
                                                      metric::kActiveRepositories,
                                                      metric::kKnownRepositories,
                                                      metric::kQueueJobs,
                                                      metric::kQueueOldestAge,
                                                      metric::kQueueTenants,
                                                      metric::kJobsEnqueued,
                                                      metric::kJobs,
                                                      metric::kJobWait,
                                                      metric::kJobDuration,
                                                      metric::kWorkersBusy,
                                                      metric::kWorkers,
                                                      metric::kStoreDuration,
                                                      metric::kStoreUnreadable,
                                                      metric::kStoreBytes,
                                                      metric::kWebhooks,
                                                      metric::kWebhookRefusals,
                                                      metric::kCommands,
                                                      metric::kGitHubTokens,
                                                      metric::kDeliveries,
                                                      metric::kDeliveriesUnderWay,
                                                      metric::kPublications,
                                                      metric::kPublicationDuration,
                                                      metric::kComments,
                                                      metric::kFindingNovelty,
                                                      metric::kTimeToFix,
                                                      metric::kSuggestions,
                                                      metric::kRecoveries,
                                                      metric::kImpressions,
                                                      metric::kVotes,
                                                      metric::kRepositoryImpressions,
                                                      metric::kRepositoryVotes,
                                                      metric::kRulesInfo,
                                                      metric::kRulesOnProbation,
                                                      metric::kProbationChanges,
                                                      metric::kHttpDuration,
                                                      metric::kHttpConnections,
                                                      metric::kHttpStreams,
                                                      metric::kHttpRefusals,
                                                      metric::kAccessRefusals,
                                                      metric::kCircuitOpen,
                                                      github::metric::kGitHubDuration,
                                                      github::metric::kGitHubBudget,
                                                      github::metric::kGitHubBudgetLimit,
                                                      github::metric::kGitHubThrottles,
                                                      github::metric::kGitHubRetries};
    std::sort(metrics->begin(), metrics->end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return metrics;
  }();
  return all;
}

void DeclareMetrics(host::Metrics& metrics) {
  DeclareRepository(metrics, "local");
  for (const char* work : {"review", "command", "sync", "delivery"}) {
    for (const char* result : {"done", "retried", "buried"}) {
      metrics.Count(metric::kJobs, {{"work", work}, {"result", result}}, 0);
    }
  }
  for (const char* result : {"published", "partial", "failed"}) {
    metrics.Count(metric::kPublications, {{"result", result}}, 0);
  }
  for (const char* change : {"began", "ended"}) {
    metrics.Count(metric::kProbationChanges, {{"change", change}}, 0);
  }
  metrics.Count(metric::kWebhooks, {{"event", "pull_request"}, {"result", "failed"}}, 0);
  metrics.Count(metric::kWebhookRefusals, {{"reason", "signature"}}, 0);
}

void DeclareRule(host::Metrics& metrics, const analysis::v1::RuleInfo& rule) {
  const std::string pillar = LabelOf(finding::v1::Pillar_Name(rule.pillar()), "PILLAR_");
  for (const std::string& severity : LabelsOf<finding::v1::Severity>("SEVERITY_")) {
    const bool is_own =
        severity == LabelOf(finding::v1::Severity_Name(rule.severity()), "SEVERITY_");
    for (const std::string& shown : LabelsOf<finding::v1::Shown>("SHOWN_")) {
      if (!is_own && shown != "full" && shown != "folded") continue;
      metrics.Count(
          metric::kFindings,
          {{"pillar", pillar}, {"rule", rule.id()}, {"severity", severity}, {"shown", shown}}, 0);
    }
  }
  metrics.Count(metric::kImpressions, {{"rule", rule.id()}}, 0);
  for (const std::string& vote : LabelsOf<review::v1::Vote>("VOTE_")) {
    metrics.Count(metric::kVotes, {{"rule", rule.id()}, {"vote", vote}}, 0);
  }
}

void CountVote(host::Metrics& metrics, const review::v1::Repository& repository,
               const std::string& rule, review::v1::Vote vote) {
  const std::string name = repository.full_name().empty() ? "local" : repository.full_name();
  const std::string label = LabelOf(review::v1::Vote_Name(vote), "VOTE_");
  metrics.Count(metric::kVotes, {{"rule", RuleLabel(rule)}, {"vote", label}});
  metrics.Count(metric::kRepositoryVotes, {{"repository", name}, {"vote", label}});
}

void DeclareRepository(host::Metrics& metrics, const std::string& name) {
  for (const std::string& conclusion : LabelsOf<review::v1::Conclusion>("CONCLUSION_")) {
    metrics.Count(metric::kReviews, {{"conclusion", conclusion}, {"repository", name}}, 0);
  }
  for (const std::string& pillar : LabelsOf<finding::v1::Pillar>("PILLAR_")) {
    for (const std::string& severity : LabelsOf<finding::v1::Severity>("SEVERITY_")) {
      metrics.Count(metric::kRepositoryFindings,
                    {{"pillar", pillar}, {"repository", name}, {"severity", severity}}, 0);
    }
  }
  for (const std::string& state : LabelsOf<change::v1::LedgerEntry::State>("STATE_")) {
    metrics.Count(metric::kFiles, {{"repository", name}, {"state", state}}, 0);
  }
  for (const std::string& novelty : LabelsOf<finding::v1::Novelty>("NOVELTY_")) {
    metrics.Count(metric::kFindingNovelty, {{"novelty", novelty}, {"repository", name}}, 0);
  }
  for (const char* result : {"proposed", "accepted"}) {
    metrics.Count(metric::kSuggestions, {{"repository", name}, {"result", result}}, 0);
  }
  for (const std::string& vote : LabelsOf<review::v1::Vote>("VOTE_")) {
    metrics.Count(metric::kRepositoryVotes, {{"repository", name}, {"vote", vote}}, 0);
  }
  for (const host::MetricInfo& metric : {metric::kChangedLines, metric::kReviewSeconds,
                                         metric::kCpuSeconds, metric::kRepositoryImpressions}) {
    metrics.Count(metric, {{"repository", name}}, 0);
  }
}

std::string LabelOf(absl::string_view enum_name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(enum_name, prefix));
}

std::string RuleLabel(absl::string_view rule_id) {
  constexpr absl::string_view kTools[] = {
      "actionlint", "bandit",   "clang-tidy",  "codeql",     "cppcheck", "eslint",
      "flake8",     "gitleaks", "hadolint",    "mypy",       "pylint",   "pyright",
      "ruff",       "semgrep",  "semgrep-oss", "shellcheck", "trivy"};
  const size_t slash = rule_id.find('/');
  if (slash == absl::string_view::npos) return std::string(rule_id);
  const absl::string_view tool = rule_id.substr(0, slash);
  const bool is_known = std::find(std::begin(kTools), std::end(kTools), tool) != std::end(kTools);
  return absl::StrCat(is_known ? tool : "other", "/*");
}

}  // namespace allreview::gateway
