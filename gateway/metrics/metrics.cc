#include "gateway/metrics/metrics.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "github/metrics.h"

namespace allreview::gateway {

absl::Span<const host::MetricInfo> PlatformMetrics() {
  static const auto& all = *[] {
    auto* metrics = new std::vector<host::MetricInfo>{metric::kReviews,
                                                      metric::kReviewDuration,
                                                      metric::kStageDuration,
                                                      metric::kFindings,
                                                      metric::kRepositoryFindings,
                                                      metric::kChangedLines,
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
                                                      metric::kPublications,
                                                      metric::kPublicationDuration,
                                                      metric::kComments,
                                                      metric::kFindingNovelty,
                                                      metric::kRecoveries,
                                                      metric::kImpressions,
                                                      metric::kVotes,
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
  for (const char* conclusion : {"success", "findings", "incomplete", "blocked"}) {
    metrics.Count(metric::kReviews, {{"conclusion", conclusion}, {"repository", "local"}}, 0);
  }
  for (const char* work : {"review", "command", "sync"}) {
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

std::string LabelOf(absl::string_view enum_name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(enum_name, prefix));
}

}  // namespace allreview::gateway
