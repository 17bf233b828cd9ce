#include "github/metrics.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::github {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(GitHubMetrics, TellOfCallsWaitsRetriesAndBudgets) {
  host::Metrics metrics;
  const auto observe = CountInto(&metrics);
  observe({.kind = ApiEvent::Kind::kSent,
           .account = "installation/7",
           .method = "GET",
           .status = 304,
           .duration = absl::Milliseconds(20),
           .budgets = {{.name = "primary", .used = 100, .limit = 5000}}});
  observe({.kind = ApiEvent::Kind::kLimit, .reason = "secondary"});
  observe({.kind = ApiEvent::Kind::kRetry, .reason = "timeout"});
  EXPECT_THAT(
      metrics.Text(),
      AllOf(HasSubstr(
                "allreview_github_request_duration_seconds_count{code=\"304\",method=\"GET\"} 1"),
            HasSubstr("allreview_github_budget_remaining{account=\"installation/7\","
                      "budget=\"primary\"} 4900"),
            HasSubstr("allreview_github_budget_limit{account=\"installation/7\","
                      "budget=\"primary\"} 5000"),
            HasSubstr("allreview_github_throttles_total{kind=\"secondary\"} 1"),
            HasSubstr("allreview_github_throttles_total{kind=\"primary\"} 0"),
            HasSubstr("allreview_github_retries_total{reason=\"timeout\"} 1")));
}

TEST(GitHubMetrics, HoldNoDigestOfAToken) {
  host::Metrics metrics;
  CountInto (&metrics)({.kind = ApiEvent::Kind::kSent,
                        .account = std::string(64, 'a'),
                        .budgets = {{.name = "points", .used = 1, .limit = 900}}});
  EXPECT_THAT(metrics.Text(),
              AllOf(HasSubstr("account=\"token-aaaaaaaa\""), Not(HasSubstr(std::string(9, 'a')))));
}

TEST(GitHubMetrics, AreNothingWithoutMetrics) { EXPECT_EQ(CountInto(nullptr), nullptr); }

}  // namespace
}  // namespace allreview::github
