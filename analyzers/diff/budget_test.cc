// What reads the lines of a diff ends when nobody waits any more.

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/diff/complexity.h"
#include "analyzers/diff/intraline.h"
#include "analyzers/diff/moved.h"
#include "analyzers/diff/pairing.h"
#include "analyzers/diff/unified_diff.h"
#include "base/work_budget.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

// One hunk in which each line differs from what it was.
std::string LargeDiff() {
  constexpr int kLines = 100'000;
  std::string removed, added;
  for (int i = 0; i < kLines; ++i) {
    absl::StrAppend(&removed, "-name_", i, " = old(", i, ")  # a note\n");
    absl::StrAppend(&added, "+name_", i, " = new(", i, ")  # a note\n");
  }
  return absl::StrCat("--- a/a.py\n+++ b/a.py\n@@ -1,", kLines, " +1,", kLines, " @@\n", removed,
                      added);
}

TEST(DiffBudget, EndsEachStepWhenTheWorkIsCancelled) {
  const std::string text = LargeDiff(), many_hunks = [] {
    std::string hunks = "--- a/a.py\n+++ b/a.py\n";
    for (int i = 0; i < 400'000; ++i) {
      absl::StrAppend(&hunks, "@@ -", 3 * i + 1, " +", 3 * i + 1, " @@\n-a\n+b\n");
    }
    return hunks;
  }();
  const Diff diff = ParseUnifiedDiff(text);
  ASSERT_EQ(diff.files().size(), 1u);
  const File& file = diff.files()[0];
  std::string words;
  for (int i = 0; i < 250; ++i) absl::StrAppend(&words, i, " ");
  const struct {
    const char* name;
    std::function<void()> work;
  } cases[] = {{"parse", [&] { ParseUnifiedDiff(many_hunks); }},
               {"count", [&] { MeasureComplexity(diff); }},
               {"find what moved", [&] { FindMovedBlocks(diff, [](uint32_t) { return true; }); }},
               {"pair lines", [&] { PairLines(diff, file, diff.hunks(file)[0]); }},
               {"compare lines", [&] {
                  for (int i = 0; i < 1'000; ++i) CompareLines(words, absl::StrCat("x", words, i));
                }}};
  for (const auto& c : cases) {
    int looks = 0;
    WorkBudget budget("the test", {.is_cancelled = [&] { return ++looks > 1; }});
    const absl::Status ended = RunWithin(budget, c.name, c.work);
    EXPECT_TRUE(absl::IsCancelled(ended)) << c.name << ": " << ended;
  }
}

}  // namespace
}  // namespace allreview::diff
