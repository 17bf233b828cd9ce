#ifndef GATEWAY_FORGE_GITHUB_API_METRICS_H_
#define GATEWAY_FORGE_GITHUB_API_METRICS_H_

// What the gateway counts of its side towards GitHub, beside what webhooks and commands count
// themselves. `metrics` is borrowed; null: nothing is counted.

#include <functional>

#include "github/api.h"
#include "host/metrics.h"

namespace allreview::gateway {

// For ApiOptions::observe; see github/metrics.h.
std::function<void(const github::ApiEvent&)> ObserveGitHub(host::Metrics* metrics);

// For AppOptions::on_refresh.
std::function<void(bool is_ok)> ObserveTokens(host::Metrics* metrics);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_API_METRICS_H_
