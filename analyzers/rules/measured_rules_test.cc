#include "analyzers/rules/measured_rules.h"

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

TEST(MeasuredRules, AreSortedAndComplete) {
  absl::string_view last;
  for (const MeasuredRule& rule : MeasuredRules()) {
    EXPECT_LT(last, rule.info.id);
    last = rule.info.id;
    EXPECT_EQ(rule.info.category, "numerics");
    for (absl::string_view text : {rule.info.why, rule.info.fix, absl::string_view(rule.info.bad),
                                   absl::string_view(rule.info.good)}) {
      EXPECT_FALSE(text.empty()) << rule.info.id;
    }
    for (const Text& text :
         {rule.info.title, rule.info.message, rule.info.consequence, rule.info.advice}) {
      EXPECT_FALSE(text.en.empty() || text.zh.empty()) << rule.info.id;
      EXPECT_FALSE(absl::EndsWith(text.en, ".")) << text.en;
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
}  // namespace allreview::rules
