#include "review/highlight/highlight.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A letter for each token: of "keyWord", "Function", "Type", "Quoted", "Digits", "Remark".
constexpr absl::string_view kLetters = "-wqdrtf";

// "w:def f:scale": each colour with its text.
std::string ColoursOf(absl::string_view path, absl::string_view text) {
  HighlightBudget budget;
  std::string all;
  const std::vector<absl::string_view> rows = absl::StrSplit(text, '\n');
  const std::vector<LineColours> lines = Highlight(path, text, budget);
  EXPECT_EQ(lines.size(), rows.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const Colour& colour : lines[i]) {
      absl::StrAppend(&all, all.empty() ? "" : " ",
                      kLetters.substr(static_cast<size_t>(colour.token), 1), ":",
                      rows[i].substr(colour.first, colour.end - colour.first));
    }
  }
  return all;
}

TEST(Highlight, ColoursPython) {
  EXPECT_EQ(ColoursOf("a.py", "def scale(x):  # twice\n    return 2 * x.view(\"half\")"),
            "w:def f:scale r:# twice w:return d:2 f:view q:\"half\"");
}

TEST(Highlight, GivesClassesOfNamesByTheirPredicates) {
  EXPECT_EQ(ColoursOf("a.py", "MAX = Linear\nlow = high"), "d:MAX t:Linear");
}

TEST(Highlight, TakesWhatStandsInAStringOutOfItsColour) {
  EXPECT_EQ(ColoursOf("a.py", "f\"a{b}c\""), "q:f\"a q:c\"");
}

TEST(Highlight, ColoursCuda) {
  EXPECT_EQ(ColoursOf("add.cu", "__global__ void add(float* x) { x[0] += 1.f; }  // one"),
            "w:__global__ t:void f:add t:float d:0 d:1.f r:// one");
}

TEST(Highlight, ColoursShellAndYaml) {
  EXPECT_EQ(ColoursOf("run.sh", "if true; then echo \"$HOME\"; fi"),
            "w:if f:true w:then f:echo q:\" t:HOME q:\" w:fi");
  EXPECT_EQ(ColoursOf("ci.yml", "jobs: # all\n  count: 3"), "t:jobs r:# all t:count d:3");
}

TEST(Highlight, LeavesOtherFilesAlone) { EXPECT_EQ(ColoursOf("notes.txt", "def f(): pass"), ""); }

TEST(Highlight, SeesThatAPartBeginsInsideOfAString) {
  const std::string colours =
      ColoursOf("a.py", "its last words.\n    \"\"\"\n    return value + 1");
  EXPECT_THAT(colours, testing::StartsWith("q:its last words."));
  EXPECT_THAT(colours, HasSubstr("w:return d:1"));
  EXPECT_THAT(ColoursOf("a.cc", " the end. */\nint x = 1;"),
              testing::StartsWith("r: the end. */ t:int"));
  EXPECT_EQ(ColoursOf("ci.yml", "  clip: 1\nall: 2"), "t:clip d:1 t:all d:2");
}

TEST(Highlight, StopsAtTheBudgetOfThePage) {
  HighlightBudget budget = {.bytes = 20};
  EXPECT_THAT(Highlight("a.py", "pass", budget), ElementsAre(testing::SizeIs(1)));
  EXPECT_EQ(budget.bytes, 16);
  EXPECT_THAT(Highlight("a.py", "pass  # twenty and more", budget),
              ElementsAre(testing::IsEmpty()));
}

TEST(Highlight, SurvivesBytesThatAreNoText) {
  EXPECT_EQ(ColoursOf("a.py", absl::string_view("\xff\xfe\0 pass\x80", 9)).find('\n'),
            std::string::npos);
}

TEST(Highlight, IsBoundedOnDeepNesting) {
  for (const char* path : {"a.py", "a.cu", "a.sh", "a.yml"}) {
    HighlightBudget budget = {.calls = 200};
    for (const char* piece : {"(", "[", "{", "f\"{", "$(", "if ", "- ", "<", "\"\"\""}) {
      std::string text;
      while (text.size() < 20'000) text += piece;
      EXPECT_EQ(Highlight(path, text, budget).size(), 1u);
    }
    // Each text may take a few calls more than were left.
    EXPECT_GE(budget.calls, -10) << path;
  }
}

TEST(Highlight, TakesAFewCallsForPlainCode) {
  std::string text;
  while (text.size() < 40'000) {
    absl::StrAppend(&text, "def scale(x, factor=2):\n    if x is None:\n        return [1, 2]\n",
                    "    return {key: value.half() * factor for key, value in x.items()}\n\n");
  }
  HighlightBudget budget;
  const std::vector<LineColours> lines = Highlight("a.py", text, budget);
  EXPECT_THAT(lines[lines.size() - 4], testing::Not(testing::IsEmpty()));
  EXPECT_LT(HighlightBudget().calls - budget.calls, 1500);
}

}  // namespace
}  // namespace allreview
