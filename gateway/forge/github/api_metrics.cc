#include "gateway/forge/github/api_metrics.h"

#include "gateway/metrics/metrics.h"
#include "github/metrics.h"

namespace allreview::gateway {

std::function<void(const github::ApiEvent&)> ObserveGitHub(host::Metrics* metrics) {
  return github::CountInto(metrics);
}

std::function<void(bool is_ok)> ObserveTokens(host::Metrics* metrics) {
  if (metrics == nullptr) return nullptr;
  return [metrics](bool is_ok) {
    metrics->Count(metric::kGitHubTokens, {{"result", is_ok ? "ok" : "failed"}});
  };
}

}  // namespace allreview::gateway
