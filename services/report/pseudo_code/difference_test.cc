#include "services/report/pseudo_code/difference.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DifferenceOfItems, NamesTheArgumentsThatDiffer) {
  const auto difference = DifferenceOfItems("x = a.f(q, old=1,\n  group=group)",
                                            "x = a.f(q, group=group, new=g(1, 2))");
  ASSERT_TRUE(difference);
  EXPECT_TRUE(difference->is_call);
  EXPECT_EQ(difference->holder, "a.f");
  EXPECT_THAT(difference->gone, ElementsAre("old=1"));
  EXPECT_THAT(difference->added, ElementsAre("new=g(1, 2)"));
}

TEST(DifferenceOfItems, LooksIntoTheInnermostBracket) {
  const auto difference = DifferenceOfItems("f(g(a), [x, y])", "f(g(a), [x, y, z])");
  ASSERT_TRUE(difference);
  EXPECT_FALSE(difference->is_call);
  EXPECT_THAT(difference->gone, IsEmpty());
  EXPECT_THAT(difference->added, ElementsAre("z"));
}

TEST(DifferenceOfItems, IsSilentWhereMoreThanOneBracketDiffers) {
  EXPECT_FALSE(DifferenceOfItems("f(a) + g(b)", "f(x) + g(y)"));
  EXPECT_FALSE(DifferenceOfItems("a = b", "a = c"));
  EXPECT_FALSE(DifferenceOfItems("f(a)", "f(a)"));
}

TEST(CondensePair, ShowsWhereLongLinesDiffer) {
  const auto [before, after] =
      CondensePair("value = first_operand + second_operand + third_operand * fourth_operand",
                   "value = first_operand + second_operand + third_operand / fourth_operand", 40);
  EXPECT_EQ(before, "… third_operand * fourth_operand");
  EXPECT_EQ(after, "… third_operand / fourth_operand");
}

}  // namespace
}  // namespace allreview::report
