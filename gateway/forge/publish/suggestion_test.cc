#include "gateway/forge/publish/suggestion.h"

#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

constexpr char kBefore[] =
    "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,3 @@\n def f(x):\n+  x = "
    "x.cpu()\n"
    "   return x\n";
constexpr char kAfter[] =
    "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,4 @@\n def f(x):\n"
    "+  x = x.detach()\n+  x = x.float()\n   return x\n"
    "diff --git a/b.py b/b.py\n--- a/b.py\n+++ b/b.py\n@@ -1 +1,2 @@\n y = 1\n+z = 2\n";

review::v1::ReviewComment Suggesting(const std::string& lines, const std::string& path = "a.py") {
  review::v1::ReviewComment comment;
  comment.set_path(path);
  comment.set_body("Why\n\n```suggestion\n" + lines + "```\nmore\n");
  return comment;
}

TEST(SuggestionIn, IsWhatStandsInTheFence) {
  EXPECT_EQ(SuggestionIn("why\n\n````suggestion\r\n  x = 1\r\n```\n````\nend"), "  x = 1\n```\n");
  EXPECT_EQ(SuggestionIn("```python\nx = 1\n```\n"), std::nullopt);
  EXPECT_EQ(SuggestionIn("```suggestion\n```\n"), std::nullopt);
  EXPECT_EQ(SuggestionIn("```suggestion\nx = 1"), "x = 1\n");
}

TEST(IsAccepted, WantsTheLinesAsTheyWereProposed) {
  const Pushed pushed = {.before = kBefore, .after = kAfter};
  EXPECT_TRUE(IsAccepted(Suggesting("  x = x.detach()\n  x = x.float()\n"), pushed));
  EXPECT_TRUE(IsAccepted(Suggesting("z = 2\n", "b.py"), pushed));
  EXPECT_FALSE(IsAccepted(Suggesting("  x = x.float()\n  x = x.detach()\n"), pushed));
  EXPECT_FALSE(IsAccepted(Suggesting("  x = x.det\n"), pushed));
  EXPECT_FALSE(IsAccepted(Suggesting("z = 2\n"), pushed));  // In another file.
}

TEST(IsAccepted, DoesNotCountWhatStoodThereBefore) {
  EXPECT_FALSE(IsAccepted(Suggesting("  return x\n"), {.before = kBefore, .after = kAfter}));
}

TEST(IsAccepted, SaysNothingWithoutBothDiffs) {
  EXPECT_FALSE(IsAccepted(Suggesting("z = 2\n", "b.py"), {.before = "", .after = kAfter}));
  EXPECT_FALSE(IsAccepted(Suggesting("z = 2\n", "b.py"), {.before = kBefore, .after = ""}));
}

}  // namespace
}  // namespace allreview::gateway
