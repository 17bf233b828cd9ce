#include "github/metrics.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace allreview::github {
namespace {

// Installations have short names; a token's is a digest, of which a few digits tell it from others.
std::string AccountLabel(const std::string& account) {
  constexpr size_t kDigestSize = 64;
  return account.size() < kDigestSize ? account : absl::StrCat("token-", account.substr(0, 8));
}

void CountAnswer(host::Metrics& metrics, const ApiEvent& event) {
  metrics.Observe(metric::kGitHubDuration,
                  {{"code", absl::StrCat(event.status)}, {"method", event.method}}, event.duration);
  for (const BudgetUse& budget : event.budgets) {
    const host::Metrics::Labels labels = {{"account", AccountLabel(event.account)},
                                          {"budget", std::string(budget.name)}};
    metrics.Set(metric::kGitHubBudget, labels, budget.limit - budget.used);
    metrics.Set(metric::kGitHubBudgetLimit, labels, budget.limit);
  }
}

}  // namespace

std::function<void(const ApiEvent&)> CountInto(host::Metrics* metrics) {
  if (metrics == nullptr) return nullptr;
  for (const char* kind : {"primary", "retry_after", "secondary"}) {
    metrics->Count(metric::kGitHubThrottles, {{"kind", kind}}, 0);
  }
  return [metrics](const ApiEvent& event) {
    const std::string reason(event.reason);
    switch (event.kind) {
      case ApiEvent::Kind::kSent:
        return CountAnswer(*metrics, event);
      case ApiEvent::Kind::kLimit:
        return metrics->Count(metric::kGitHubThrottles, {{"kind", reason}});
      case ApiEvent::Kind::kRetry:
        return metrics->Count(metric::kGitHubRetries, {{"reason", reason}});
    }
  };
}

}  // namespace allreview::github
