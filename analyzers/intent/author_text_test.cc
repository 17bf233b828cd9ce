#include "analyzers/intent/author_text.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using testing::ElementsAre;

// "why/Motivation: Tokens were lost." for each sentence.
std::vector<std::string> Read(absl::string_view body) {
  constexpr const char* kRoles[] = {"what", "why", "how", "alternative", "test", "risk"};
  std::vector<std::string> lines;
  for (const AuthorSentence& s : ReadAuthorText(body).sentences) {
    lines.push_back(std::string(kRoles[static_cast<int>(s.part)]) + "/" + s.section + ": " +
                    s.text);
  }
  return lines;
}

TEST(AuthorText, BelongsToItsSection) {
  EXPECT_THAT(
      Read("# Motivation\nTokens were lost.\n## Alternatives\nA larger buffer.\n"
           "**Testing**\nRan it on two nodes.\nKnown issues:\n- No support for CPU.\n"
           "### Checklist\nNothing of this matters.\n"),
      ElementsAre("why/Motivation: Tokens were lost.", "alternative/Alternatives: A larger buffer.",
                  "test/Testing: Ran it on two nodes.", "risk/Known issues: No support for CPU."));
}

TEST(AuthorText, KeepsNamesInCode) {
  EXPECT_THAT(Read("Adds ``__init__.py`` and **all** of `__all__`, without ``**kwargs``."),
              ElementsAre("what/: Adds `__init__.py` and all of `__all__`, without `**kwargs`."));
}

TEST(AuthorText, HasNoTrailers) {
  EXPECT_THAT(Read("Summary: it is not used.\n\nDifferential Revision: D1\n\nPulled By: somebody\n"
                   "Reviewed-by: A B <a@b.c>\n\nfbshipit-source-id: 12ab34\n"),
              ElementsAre(testing::HasSubstr("It is not used.")));
}

TEST(AuthorText, HasRolesByItsWords) {
  EXPECT_THAT(Read("Moves the check up. Otherwise rank 0 hangs because of the barrier. "
                   "Verified on one node: tests pass now. "
                   "Inference is not supported. We considered a lock as an alternative."),
              ElementsAre("what/: Moves the check up.",
                          "why/: Otherwise rank 0 hangs because of the barrier.",
                          "test/: Verified on one node: tests pass now.",
                          "risk/: Inference is not supported.",
                          "alternative/: We considered a lock as an alternative."));
}

TEST(AuthorText, KeepsAProblemWithWhatItSpeaksOf) {
  EXPECT_THAT(
      Read("The sum was taken twice. On two ranks it was too large. Adds a test. It is short."),
      ElementsAre("why/: The sum was taken twice.", "why/: On two ranks it was too large.",
                  "what/: Adds a test.", "what/: It is short."));
}

TEST(AuthorText, ReadsChinese) {
  EXPECT_THAT(
      Read("## 背景\n容量不足。\n## 改动\n修复路由。暂不支持推理。"),
      ElementsAre("why/背景: 容量不足。", "what/改动: 修复路由。", "risk/改动: 暂不支持推理。"));
}

TEST(AuthorText, LeavesOutHtmlAndBadges) {
  EXPECT_THAT(
      Read("Adds a router.\n\n<a href=\"https://x.ai/review/1\"\n   target=\"_blank\">\n"
           "<picture>\n <source media=\"(dark)\"\n srcset=\"https://x.ai/d.svg\">\n"
           "<img src=\"https://x.ai/l.svg\" alt=\"Open the review now\">\n</picture></a>\n\n"
           "[![Open it in a browser](https://x.ai/b.svg)](https://x.ai/run) It routes.\n\n"
           "<img src=\"https://x.ai/a picture of it.svg\n\n"
           "Reads `<a href=x>` where x <a and b."),
      ElementsAre("what/: Adds a router.", "what/: It routes.",
                  "what/: Reads `<a href=x>` where x <a and b."));
}

TEST(AuthorText, LeavesOutHousekeepingOfASquashedBranch) {
  EXPECT_THAT(
      Read("* Wire the limit through all paths\n\n"
           "Otherwise rank 0 hangs because of the barrier. "
           "Also adds keep_last_n to RouterConfig (it was missing).\n\n"
           "* docs: apply copyedits to the page\n\n"
           "Applies the suggestions because headings were stacked.\n\n"
           "* Address review feedback\n\n- Remove keep_last_n from RouterConfig\n\n"
           "* fix typing for all layers\n\n* Route by rank\n"),
      ElementsAre("what/: Wire the limit through all paths",
                  "why/: Otherwise rank 0 hangs because of the barrier.", "what/: Route by rank"));
}

TEST(AuthorText, LeavesOutLicencesOfASquashedBranch) {
  EXPECT_THAT(Read("* Keep the cache\n\nThis gives loaders a way to add fields without a copy.\n\n"
                   "* Add full license header to the tests\n\n"
                   "Expand the header so that the hook accepts it.\n"),
              ElementsAre("what/: Keep the cache",
                          "why/: This gives loaders a way to add fields without a copy."));
}

TEST(AuthorText, TakesWhatAFixDoesForNoProblem) {
  EXPECT_THAT(Read("The old code calls cat on unpadded tensors, raising RuntimeError for the "
                   "shape mismatch.\n\nFix: before cat, pad all of them.\n"),
              ElementsAre("why/: The old code calls cat on unpadded tensors, raising RuntimeError "
                          "for the shape mismatch.",
                          "what/: Fix: before cat, pad all of them."));
}

TEST(AuthorText, TakesNoTitleOfASquashedCommitForTheProblem) {
  EXPECT_THAT(Read("* update names and fix a wrong rank\n\n* use buckets\n"),
              ElementsAre("what/: update names and fix a wrong rank", "what/: use buckets"));
}

TEST(AuthorText, ReadsAListThatIsNoSquash) {
  EXPECT_THAT(Read("Two things.\n* Otherwise rank 0 hangs because of the barrier.\n* The sum was "
                   "taken twice.\n"),
              testing::Contains("why/: Otherwise rank 0 hangs because of the barrier."));
}

TEST(AuthorText, KnowsItsLines) {
  std::vector<int> lines;
  for (const AuthorSentence& sentence :
       ReadAuthorText("Adds a router. <!-- one\ntwo -->\n\n```\ncode\n```\nIt routes tokens\nto "
                      "experts. And back again.\n")
           .sentences) {
    lines.push_back(sentence.line);
  }
  EXPECT_THAT(lines, ElementsAre(1, 7, 8));
}

TEST(ClosedIssues, AreThoseThatTheTextCloses) {
  EXPECT_THAT(ClosedIssues("Fixes #12, closes: acme/trainer#7; see #4. Resolves "
                           "https://github.com/acme/trainer/issues/9. Fixes #12"),
              ElementsAre("#12", "acme/trainer#7", "acme/trainer#9"));
}

}  // namespace
}  // namespace allreview::intent
