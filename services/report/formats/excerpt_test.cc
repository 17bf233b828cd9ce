#include "services/report/formats/excerpt.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "review/display_text.h"
#include "services/report/formats/position.h"

namespace allreview::report {
namespace {

// A finding on bytes [first, end) of the second of three lines.
finding::v1::Finding On(const std::string& line, int first, int end) {
  finding::v1::Finding finding;
  finding.mutable_range()->set_path("a.py");
  finding.mutable_range()->set_first_line(10);
  finding.mutable_range()->set_end_line(11);
  finding.mutable_range()->set_first_column(first);
  finding.mutable_range()->set_end_column(end);
  finding.mutable_excerpt()->set_first_line(9);
  finding.mutable_excerpt()->add_lines("before");
  finding.mutable_excerpt()->add_lines(line);
  finding.mutable_excerpt()->add_lines("after");
  return finding;
}

TEST(Excerpt, PutsTheCaretUnderTheColumns) {
  const auto lines = ExcerptOf(On("x = foo(y)", 4, 7), SourceLines(), 80);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].gutter, "     9 | ");
  EXPECT_EQ(lines[1].text, "x = foo(y)");
  EXPECT_EQ(lines[1].caret, "    ^^^");
}

TEST(Excerpt, CountsWideCharactersAndTabsAsTheyShow) {
  EXPECT_EQ(ExcerptOf(On("权重 = f", 9, 10), SourceLines(), 80)[1].caret, "       ^");
  EXPECT_EQ(ExcerptOf(On("\tx", 1, 2), SourceLines(), 80)[1].caret, "    ^");
  EXPECT_EQ(ExcerptOf(On("ab\tx", 3, 4), SourceLines(), 80)[1].caret, "    ^");
}

TEST(Excerpt, KeepsTheCaretVisibleInALongLine) {
  const std::string line = std::string(300, 'a') + "TARGET" + std::string(300, 'b');
  const auto lines = ExcerptOf(On(line, 300, 306), SourceLines(), 60);
  const size_t caret = lines[1].caret.find('^');
  ASSERT_NE(caret, std::string::npos);
  EXPECT_LE(DisplayWidth(lines[1].gutter + lines[1].text), 60);
  // "…" is one column but three bytes.
  EXPECT_EQ(lines[1].text.substr(caret + 2, 6), "TARGET");
}

TEST(Excerpt, MarksEachLineOfARange) {
  finding::v1::Finding finding = On("two", 0, 0);
  finding.mutable_range()->set_end_line(12);
  const auto lines = ExcerptOf(finding, SourceLines(), 80);
  EXPECT_EQ(lines[0].gutter, "     9 | ");
  EXPECT_EQ(lines[1].gutter, "  > 10 | ");
  EXPECT_EQ(lines[2].gutter, "  > 11 | ");
  EXPECT_EQ(lines[1].caret, "");
}

TEST(Excerpt, IsEmptyWithoutSource) {
  finding::v1::Finding finding = On("x", 0, 1);
  finding.clear_excerpt();
  EXPECT_TRUE(ExcerptOf(finding, SourceLines(), 80).empty());
}

TEST(Utf16Columns, CountCodeUnits) {
  const finding::v1::Finding finding = On("😀权x", 7, 8);
  const Columns columns = Utf16Columns(finding, finding.range(), SourceLines());
  EXPECT_EQ(columns.start, 4);
  EXPECT_EQ(columns.end, 5);
}

TEST(Utf16Columns, AreUnknownWithoutTheLine) {
  finding::v1::Finding finding = On("x", 0, 1);
  finding.clear_excerpt();
  EXPECT_EQ(Utf16Columns(finding, finding.range(), SourceLines()).start, 0);
}

// "[def][f]": the text of each colour.
std::string ColoursOf(const ExcerptLine& line) {
  std::string text;
  for (const Colour& colour : line.colours) {
    text += "[" + line.text.substr(colour.first, colour.end - colour.first) + "]";
  }
  return text;
}

TEST(Excerpt, HasTheColoursOfWhatIsShown) {
  HighlightBudget budget;
  const auto lines = ExcerptOf(On("\treturn f(\t'a')", 8, 9), SourceLines(), 80, &budget);
  EXPECT_EQ(lines[1].text, "    return f(   'a')");
  EXPECT_EQ(ColoursOf(lines[1]), "[return][f]['a']");
  EXPECT_EQ(ColoursOf(ExcerptOf(On("return f('a')", 7, 8), SourceLines(), 80)[1]), "");
}

TEST(Excerpt, CutsColoursWithTheirLine) {
  HighlightBudget budget;
  const std::string line = "x = '" + std::string(300, 'a') + "' + f(1)";
  const auto right = ExcerptOf(On(line, 0, 1), SourceLines(), 40, &budget);
  EXPECT_EQ(ColoursOf(right[1]), "['" + std::string(right[1].text.size() - 8, 'a') + "]");
  const auto left = ExcerptOf(On(line, 309, 310), SourceLines(), 40, &budget);
  EXPECT_NE(ColoursOf(left[1]).find("'][f][1]"), std::string::npos) << ColoursOf(left[1]);
}

}  // namespace
}  // namespace allreview::report
