#include "gateway/platform/rule_counters.h"

#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

class RuleCountersTest : public testing::Test {
 protected:
  absl::StatusOr<analysis::v1::ListRulesResponse> Answer() {
    ++asked_;
    if (is_away_) return absl::UnavailableError("away");
    analysis::v1::ListRulesResponse rules;
    rules.add_rules()->set_id("rule-of-" + hash_);
    rules.set_rules_hash(hash_);
    return rules;
  }

  host::Metrics metrics_;
  int asked_ = 0;
  bool is_away_ = false;
  std::string hash_ = "engine-1";
  RuleCounters counters_{&metrics_, [this] { return Answer(); }};
};

TEST_F(RuleCountersTest, AsksUntilThereIsAnAnswerAndThenNoMore) {
  is_away_ = true;
  EXPECT_FALSE(counters_.Update().ok());
  is_away_ = false;
  for (int i = 0; i < 3; ++i) EXPECT_OK(counters_.Update());
  EXPECT_EQ(asked_, 2);
  EXPECT_THAT(metrics_.Text(), HasSubstr("rule=\"rule-of-engine-1\""));
}

TEST_F(RuleCountersTest, AsksAgainAfterAReviewByOtherRules) {
  ASSERT_OK(counters_.Update());
  counters_.Note("engine-1");
  ASSERT_OK(counters_.Update());
  EXPECT_EQ(asked_, 1);
  hash_ = "engine-2";
  counters_.Note("engine-2");
  for (int i = 0; i < 3; ++i) EXPECT_OK(counters_.Update());
  EXPECT_EQ(asked_, 2);
  EXPECT_THAT(metrics_.Text(), HasSubstr("rule=\"rule-of-engine-2\""));
  EXPECT_THAT(metrics_.Text(), HasSubstr("allreview_rules_info{rules=\"engine-1\"} 0\n"));
  EXPECT_THAT(metrics_.Text(), HasSubstr("allreview_rules_info{rules=\"engine-2\"} 1\n"));
}

}  // namespace
}  // namespace allreview::gateway
