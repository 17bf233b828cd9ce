#include "analyzers/policy/measured_rules.h"

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::policy {
namespace {

TEST(MeasuredRules, AreSortedAndComplete) {
  absl::string_view last;
  for (const MeasuredRule& rule : MeasuredRules()) {
    EXPECT_LT(last, rule.info.id);
    last = rule.info.id;
    EXPECT_EQ(rule.info.category, "numerics");
    for (absl::string_view text : {rule.info.title, rule.info.why, rule.info.fix, rule.info.bad,
                                   rule.info.good, rule.message, rule.consequence, rule.advice}) {
      EXPECT_FALSE(text.empty()) << rule.info.id;
    }
    for (absl::string_view text : {rule.message, rule.consequence, rule.advice}) {
      EXPECT_FALSE(absl::EndsWith(text, ".")) << text;
    }
  }
}

TEST(MeasuredRules, HaveOneForEachVerdictThatIsAFailure) {
  for (absl::string_view verdict : {"overflow", "underflow", "cancellation", "absorption", "nan"}) {
    ASSERT_NE(MeasuredRuleOf(verdict), nullptr) << verdict;
    EXPECT_EQ(MeasuredRuleOf(verdict)->verdict, verdict);
  }
  EXPECT_EQ(MeasuredRuleOf("ok"), nullptr);
  EXPECT_EQ(MeasuredRuleOf(""), nullptr);
  EXPECT_EQ(MeasuredRuleOf("reference-unknown"), nullptr);
}

}  // namespace
}  // namespace allreview::policy
