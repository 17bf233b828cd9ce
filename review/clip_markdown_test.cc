#include "review/clip_markdown.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(ClipMarkdown, ClosesACutBlock) {
  const std::string text = absl::StrCat("why\n\n````python\n", std::string(300, 'x'), "\n",
                                        std::string(300, 'y'), "\n````\n");
  const std::string clipped = ClipMarkdown(text, 500);
  EXPECT_LE(clipped.size(), 500u);
  EXPECT_THAT(clipped, HasSubstr("x\n````\n*(cut here"));
}

TEST(ClipMarkdown, DropsACutSuggestion) {
  const std::string text = absl::StrCat("why\n\n```suggestion\n", std::string(100, 'x'), "\n",
                                        std::string(600, 'y'), "\n```\n");
  const std::string clipped = ClipMarkdown(text, 400);
  EXPECT_THAT(clipped, StartsWith("why\n"));
  EXPECT_THAT(clipped, Not(HasSubstr("suggestion")));
}

TEST(ClipMarkdown, NeverBreaksACharacter) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "\xE9\x87\x8F";
  for (size_t size : {300u, 301u, 302u}) {
    const std::string clipped = ClipMarkdown(text, size);
    EXPECT_EQ(clipped.substr(0, clipped.find('\n')).size() % 3, 0u);
  }
}

}  // namespace
}  // namespace allreview
