#include "review/language/sentence_end.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(WithEnd, EndsWhatHasNoEnd) {
  EXPECT_EQ(WithEnd(Language::kEnglish, "It stops"), "It stops.");
  EXPECT_EQ(WithEnd(Language::kEnglish, "Does it?"), "Does it?");
  EXPECT_EQ(WithEnd(Language::kChinese, "停止"), "停止。");
  EXPECT_EQ(WithEnd(Language::kChinese, "停止。"), "停止。");
}

}  // namespace
}  // namespace allreview
