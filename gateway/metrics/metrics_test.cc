#include "gateway/metrics/metrics.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Findings(absl::string_view severity, absl::string_view shown, int count) {
  return absl::StrCat(
      "\nallreview_findings_total{pillar=\"correctness\",rule=\"some-rule\",severity=\"", severity,
      "\",shown=\"", shown, "\"} ", count, "\n");
}

TEST(DeclareRule, StartsItsCountersAtZero) {
  analysis::v1::RuleInfo rule;
  rule.set_id("some-rule");
  rule.set_severity(finding::v1::SEVERITY_P1);
  rule.set_pillar(finding::v1::PILLAR_CORRECTNESS);
  host::Metrics metrics;
  DeclareRule(metrics, rule);
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr(Findings("p1", "full", 0)));
  EXPECT_THAT(text, HasSubstr(Findings("p1", "suppressed", 0)));
  EXPECT_THAT(text, HasSubstr(Findings("p0", "full", 0))) << "policy may raise it";
  EXPECT_THAT(text, HasSubstr("allreview_votes_total{rule=\"some-rule\",vote=\"fixed\"} 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("unspecified")));
}

TEST(DeclareRule, ChangesNoCount) {
  analysis::v1::RuleInfo rule;
  rule.set_id("some-rule");
  rule.set_severity(finding::v1::SEVERITY_P0);
  rule.set_pillar(finding::v1::PILLAR_CORRECTNESS);
  host::Metrics metrics;
  metrics.Count(
      metric::kFindings,
      {{"pillar", "correctness"}, {"rule", "some-rule"}, {"severity", "p0"}, {"shown", "full"}});
  DeclareRule(metrics, rule);
  EXPECT_THAT(metrics.Text(), HasSubstr(Findings("p0", "full", 1)));
}

TEST(DeclareRepository, StartsItsCountersAtZero) {
  host::Metrics metrics;
  DeclareRepository(metrics, "acme/train");
  const std::string text = metrics.Text();
  for (const char* counter :
       {"allreview_repository_votes_total{repository=\"acme/train\",vote=\"useful\"} 0\n",
        "allreview_repository_impressions_total{repository=\"acme/train\"} 0\n",
        "allreview_repository_review_seconds_total{repository=\"acme/train\"} 0\n"}) {
    EXPECT_THAT(text, HasSubstr(counter));
  }
}

TEST(CountVote, CountsItForTheRuleAndForTheRepository) {
  host::Metrics metrics;
  review::v1::Repository repository;
  CountVote(metrics, repository, "some-rule", review::v1::VOTE_USEFUL);
  repository.set_full_name("acme/train");
  CountVote(metrics, repository, "some-rule", review::v1::VOTE_USEFUL);
  const std::string text = metrics.Text();
  EXPECT_THAT(text, HasSubstr("allreview_votes_total{rule=\"some-rule\",vote=\"useful\"} 2\n"));
  for (const char* name : {"local", "acme/train"}) {
    EXPECT_THAT(text, HasSubstr(absl::StrCat("allreview_repository_votes_total{repository=\"", name,
                                             "\",vote=\"useful\"} 1\n")));
  }
}

// All rules that there are, with their severities, stay below the bound of one metric.
TEST(DeclareRule, LeavesRoomForTheRulesOfOrganisations) {
  constexpr int kRules = 300;
  host::Metrics metrics;
  for (int i = 0; i < kRules; ++i) {
    analysis::v1::RuleInfo rule;
    rule.set_id(absl::StrCat("rule-", i));
    rule.set_severity(finding::v1::SEVERITY_P2);
    DeclareRule(metrics, rule);
  }
  EXPECT_THAT(metrics.Text(), Not(HasSubstr("rule=\"other\"")));
}

}  // namespace
}  // namespace allreview::gateway
