#include "services/report/assembly/description.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Description, ReadsSections) {
  const Description description = ReadDescription(
      "# Summary\nAdds a router to the layer.\n\n## Motivation\nTokens were lost.\n"
      "\n## Implementation\n- Counts on the device.\n- Keeps one buffer.\n");
  EXPECT_THAT(description.what, ElementsAre("Adds a router to the layer."));
  EXPECT_THAT(description.why, ElementsAre("Tokens were lost."));
  EXPECT_THAT(description.how, ElementsAre("Counts on the device.", "Keeps one buffer."));
}

TEST(Description, FindsReasonsOutsideOfSections) {
  const Description description = ReadDescription(
      "Moves the check up. Otherwise rank 0 waits for ever because of the barrier.");
  EXPECT_THAT(description.what, ElementsAre("Moves the check up."));
  EXPECT_THAT(description.why,
              ElementsAre("Otherwise rank 0 waits for ever because of the barrier."));
}

TEST(Description, SkipsWhatTemplatesLeaveBehind) {
  const Description description = ReadDescription(
      "<!-- Please describe\nyour change -->\n<details>\n<summary>Click to expand</summary>\n"
      "</details>\n- [x] I read the guide\n- [ ] I added tests\n| a | b |\n---\n"
      ":warning: For major changes, ask first.\n> quoted words of a bot\n"
      "Signed-off-by: Ada <ada@example.org>\nCo-authored-by: Bo <bo@example.org>\n"
      "```\nlog output here\n```\n![shot](https://example.org/a.png)\n"
      "## Checklist\nAll sentences of this section are boilerplate.\n");
  EXPECT_THAT(description.what, ElementsAre("Click to expand"));
  EXPECT_THAT(description.why, IsEmpty());
  EXPECT_THAT(description.how, IsEmpty());
}

TEST(Description, UnclosedCommentHidesTheRest) {
  EXPECT_THAT(ReadDescription("Adds a router. <!-- and then").what, ElementsAre("Adds a router."));
}

TEST(Description, TakesMarkupOffButKeepsCode) {
  EXPECT_THAT(ReadDescription("Makes **`a__b`** faster, see [the notes](http://x/y).").what,
              ElementsAre("Makes `a__b` faster, see the notes."));
}

TEST(Description, FindsIssuesThatAreClosed) {
  const Description description =
      ReadDescription("Fixes #12. Relates to #13. Closes acme/trainer#7, resolves #9.");
  EXPECT_THAT(description.issues, ElementsAre("#12", "acme/trainer#7", "#9"));
}

TEST(Description, ReadsChinese) {
  const Description description = ReadDescription("修复路由。由于容量不足，令牌会丢失。");
  EXPECT_THAT(description.what, ElementsAre("修复路由。"));
  EXPECT_THAT(description.why, ElementsAre("由于容量不足，令牌会丢失。"));
}

TEST(Description, IsLinearInItsInput) {
  // Quadratic time would take minutes.
  for (const char* piece : {"[", "[]", "<a", "![", "<!", "`a. B", "**", "a. B ", "- x\n"}) {
    std::string body;
    while (body.size() < 64 << 10) body += piece;
    for (int i = 0; i < 3; ++i) ReadDescription(body);
  }
}

}  // namespace
}  // namespace allreview::report
