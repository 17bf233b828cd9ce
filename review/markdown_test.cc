#include "review/markdown.h"

#include <string>

#include "gtest/gtest.h"
#include "review/display_text.h"

namespace allreview {
namespace {

TEST(MarkdownText, NeutralisesMarkup) {
  EXPECT_EQ(MarkdownText("a *b* [c](d) <e> `f` ~g~ |h| $i$ &amp; __j__"),
            "a \\*b\\* \\[c\\](d) \\<e> \\`f\\` \\~g\\~ \\|h\\| \\$i\\$ \\&amp; \\_\\_j\\_\\_");
}

TEST(MarkdownText, LeavesNamesReadable) {
  EXPECT_EQ(MarkdownText("grad_norm of torch.nn is 1.5-2x"), "grad_norm of torch.nn is 1.5-2x");
}

TEST(MarkdownText, NotifiesNobody) {
  EXPECT_EQ(MarkdownText("@ada and a@b.org, #12, GH-7"),
            "@&#8203;ada and a@&#8203;b.org, #&#8203;12, GH-&#8203;7");
  EXPECT_EQ(MarkdownText("@ alone, # alone"), "@ alone, # alone");
}

TEST(MarkdownText, StartsNoBlock) {
  for (const char* text : {"# x", "- x", "+ x", "> x", "=== x"}) {
    EXPECT_EQ(MarkdownText(text), std::string("\\") + text);
  }
  EXPECT_EQ(MarkdownText("12. x"), "12\\. x");
  EXPECT_EQ(MarkdownText("3) x"), "3\\) x");
}

TEST(MarkdownText, IsOneLine) { EXPECT_EQ(MarkdownText("a\n\n# b\r\n\tc"), "a # b c"); }

TEST(MarkdownProse, KeepsCodeSpans) {
  EXPECT_EQ(MarkdownProse("`a*b` runs when `c`"), "`a*b` runs when `c`");
  EXPECT_EQ(MarkdownProse("*x* `a"), "\\*x\\* \\`a");
}

TEST(MarkdownCode, OutgrowsBackticksInside) {
  EXPECT_EQ(MarkdownCode("a"), "`a`");
  EXPECT_EQ(MarkdownCode("a`b"), "``a`b``");
  EXPECT_EQ(MarkdownCode("`a``"), "``` `a`` ```");
  EXPECT_EQ(MarkdownCode(""), "");
}

TEST(MarkdownCode, KeepsBlanksOfPaths) {
  EXPECT_EQ(MarkdownCode("a  b"), "`a  b`");
  EXPECT_EQ(MarkdownCode(" a "), "`  a  `");
  EXPECT_EQ(MarkdownCode(" "), "` `");
}

TEST(MarkdownCode, StaysInItsTableCell) {
  EXPECT_EQ(MarkdownCellCode("a|b"), "`a\\|b`");
  EXPECT_EQ(MarkdownCellCode("a\\|b"), "a\\\\\\|b");
}

TEST(MarkdownCodeBlock, OutgrowsFencesInside) {
  EXPECT_EQ(MarkdownCodeBlock("a", "py"), "```py\na\n```\n");
  EXPECT_EQ(MarkdownCodeBlock("````\nx\n````", ""), "`````\n````\nx\n````\n`````\n");
}

TEST(MarkdownSuggestion, KeepsEachByte) {
  EXPECT_EQ(MarkdownSuggestion("\tx  \r\n\n"), "```suggestion\n\tx  \r\n\n```\n");
}

TEST(CleanLine, ShowsWhatDeceives) {
  EXPECT_EQ(CleanLine("a\u202eb\x1b[31m\xff"), "a<U+202E>b<U+001B>[31m\uFFFD");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("权重"), 4);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1);
  EXPECT_EQ(DisplayWidth("😀"), 2);
}

TEST(Utf16Length, CountsSurrogatesTwice) { EXPECT_EQ(Utf16Length("a权😀"), 4); }

TEST(Shorten, CutsBetweenCharacters) {
  EXPECT_EQ(Shorten("权重权重", 8), "权…");
  EXPECT_EQ(Shorten("short", 8), "short");
}

TEST(Dedent, TakesSharedIndentOff) { EXPECT_EQ(Dedent("    a\n\n      b"), "a\n\n  b"); }

}  // namespace
}  // namespace allreview
