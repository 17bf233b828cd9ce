#include "analyzers/intent/sentences.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "3-4 Text.", with "todo " in front of what is marked so.
std::vector<std::string> Read(absl::string_view text) {
  ProseReader reader(1'000);
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) reader.Add(line, ++number);
  std::vector<std::string> found;
  for (const PlacedText& one : reader.Finish()) {
    found.push_back(absl::StrCat(one.is_todo ? "todo " : "", one.first_line, "-", one.last_line,
                                 " ", one.text));
  }
  return found;
}

TEST(SplitSentences, EndsOnlyWhereSentencesEnd) {
  EXPECT_THAT(
      SplitSentences("Uses torch.nn, e.g. Linear, at 1.5 GB. Then stops! Why? `a. B` stays."),
      ElementsAre("Uses torch.nn, e.g. Linear, at 1.5 GB.", "Then stops!", "Why?",
                  "`a. B` stays."));
  EXPECT_THAT(SplitSentences("See https://a.b/c.d?e=1. Of :math:`x. Y` (as in Fig. 2. It holds)."),
              ElementsAre("See https://a.b/c.d?e=1.", "Of :math:`x. Y` (as in Fig. 2. It holds)."));
  EXPECT_THAT(SplitSentences("``a. B`` is one. this is two. Lists, sets etc. Next"),
              ElementsAre("``a. B`` is one.", "this is two.", "Lists, sets etc.", "Next"));
  EXPECT_THAT(SplitSentences("修复路由。暂不支持推理！"),
              ElementsAre("修复路由。", "暂不支持推理！"));
  EXPECT_THAT(SplitSentences("It is 3. (Or 4.) End..."),
              ElementsAre("It is 3.", "(Or 4.)", "End..."));
  EXPECT_THAT(SplitSentences(" \t"), IsEmpty());
}

TEST(ProseReader, JoinsWrappedLines) {
  EXPECT_THAT(Read("One begins\nhere. Two is micro-\nbatched.\n\nThree"),
              ElementsAre("1-2 One begins here.", "2-3 Two is micro-batched.", "5-5 Three"));
  EXPECT_THAT(Read("先排序，\n再相加。"), ElementsAre("1-2 先排序，再相加。"));
}

TEST(ProseReader, KnowsListsDrawingsAndMarks) {
  EXPECT_THAT(
      Read("Steps:\n- first\n  goes on\n2. second\na) third\n-----\nEnd\nTODO(x): this\ntoo"),
      ElementsAre("1-1 Steps:", "2-3 first goes on", "4-4 second", "5-5 third", "7-7 End",
                  "todo 8-9 TODO(x): this too"));
}

TEST(ProseReader, LeavesOutExamplesAndTables) {
  EXPECT_THAT(
      Read("Call it::\n\n    f(x)\n\nIt runs.\n>>> f(1)\n2\n\n```\ncode\n```\n| a | b |\nEnd"),
      ElementsAre("1-1 Call it::", "5-5 It runs.", "13-13 End"));
  EXPECT_THAT(Read(".. note::\n   It waits.\n.. code-block:: python\n\n   f(x)\nEnd"),
              ElementsAre("2-2 It waits.", "6-6 End"));
}

TEST(ProseReader, IsBounded) {
  ProseReader few(3);
  for (int i = 0; i < 1'000; ++i) few.Add("One. Two. Three. Four.", i);
  EXPECT_EQ(few.Finish().size(), 3u);
  for (const char* part : {"(", "`", ". A", "。", "word ", "``` ", "[`("}) {
    std::string line;
    while (line.size() < 1 << 20) line += part;
    ProseReader reader(1'000);
    for (int i = 0; i < 50; ++i) reader.Add(line, i);
    for (const PlacedText& one : reader.Finish()) EXPECT_LE(one.text.size(), kMaxSentenceBytes);
  }
}

}  // namespace
}  // namespace allreview::intent
