#ifndef GITHUB_METRICS_H_
#define GITHUB_METRICS_H_

// Calls to GitHub as metrics. An account is an installation of the App, or a token.
//
//   ApiOptions options{.observe = CountInto(&metrics)};

#include <functional>

#include "github/api.h"
#include "host/metrics.h"

namespace allreview::github {
namespace metric {

inline constexpr host::MetricInfo kGitHubDuration = {
    "allreview_github_request_duration_seconds",
    "Time of calls to GitHub's API, by HTTP status; 0: no answer.", host::MetricKind::kHistogram,
    "code,method"};
inline constexpr host::MetricInfo kGitHubBudget = {
    "allreview_github_budget_remaining",
    "Calls or points that are left; budget \"primary\" is GitHub's count of the hour.",
    host::MetricKind::kGauge, "account,budget"};
inline constexpr host::MetricInfo kGitHubBudgetLimit = {"allreview_github_budget_limit",
                                                        "Calls or points that a budget allows.",
                                                        host::MetricKind::kGauge, "account,budget"};
inline constexpr host::MetricInfo kGitHubThrottles = {
    "allreview_github_throttles_total",
    "Answers that told to wait: primary, retry_after or secondary.", host::MetricKind::kCounter,
    "kind"};
inline constexpr host::MetricInfo kGitHubRetries = {
    "allreview_github_retries_total",
    "Calls that were sent again: connection, timeout, server_error, token or limit.",
    host::MetricKind::kCounter, "reason"};

}  // namespace metric

// For ApiOptions::observe. `metrics` outlives it; null: nothing is counted.
std::function<void(const ApiEvent&)> CountInto(host::Metrics* metrics);

}  // namespace allreview::github

#endif  // GITHUB_METRICS_H_
