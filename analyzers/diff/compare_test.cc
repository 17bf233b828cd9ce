#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/diff/intraline.h"
#include "analyzers/diff/moved.h"
#include "analyzers/diff/pairing.h"
#include "analyzers/diff/unified_diff.h"
#include "gtest/gtest.h"

namespace allreview::diff {
namespace {

std::string InFile(absl::string_view path, absl::string_view hunks) {
  return absl::StrCat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n",
                      hunks);
}

// "3>4 5>5": old lines and the new lines that they became.
std::string Pairs(absl::string_view hunk) {
  std::string text = InFile("m.py", hunk);
  Diff diff = ParseUnifiedDiff(text);
  if (diff.files().size() != 1) return "not parsed";
  std::vector<std::string> out;
  for (const PairedLines& pair : PairLines(diff, diff.files()[0], diff.hunks(diff.files()[0])[0])) {
    out.push_back(absl::StrCat(pair.before.old_line, ">", pair.after.new_line));
  }
  return absl::StrJoin(out, " ");
}

TEST(PairLines, PairsAnEditedLineAmongNewOnes) {
  EXPECT_EQ(Pairs("@@ -1,3 +1,5 @@\n a = 1\n-loss = criterion(logits, labels)\n"
                  "+scale = compute_scale(step)\n+loss = criterion(logits, targets)\n+log(scale)\n"
                  " b = 2\n"),
            "2>3");
}

TEST(PairLines, LeavesUnlikeLinesAlone) {
  EXPECT_EQ(Pairs("@@ -1,2 +1,2 @@\n-import os\n-x = [1, 2, 3]\n+def main(arguments):\n"
                  "+    return None\n"),
            "");
}

TEST(PairLines, KeepsTheOrderOfLines) {
  EXPECT_EQ(Pairs("@@ -1,3 +1,3 @@\n-alpha = one(1)\n-beta = two(2)\n-gamma = three(3)\n"
                  "+alpha = one(10)\n+beta = two(20)\n+gamma = three(30)\n"),
            "1>1 2>2 3>3");
}

TEST(PairLines, DoesNotPairAcrossContext) {
  EXPECT_EQ(Pairs("@@ -1,2 +1,2 @@\n-value = load(path)\n same\n+value = load(path, mode)\n"), "");
}

TEST(PairLines, FindsReindentedLinesFarDownInALargeBlock) {
  std::string removed, added;
  for (int i = 0; i < 200; ++i) {
    absl::StrAppend(&removed, "-step_", i, " = run(", i, ")\n");
    absl::StrAppend(&added, "+    step_", i, " = run(", i, ")\n");
  }
  std::string intro;
  for (int i = 0; i < 60; ++i) absl::StrAppend(&intro, "+other_thing_", i * 7919, "()\n");
  std::string pairs = Pairs(absl::StrCat("@@ -1,200 +1,260 @@\n", removed, intro, added));
  EXPECT_NE(pairs.find("1>61 "), std::string::npos) << pairs;
  EXPECT_NE(pairs.find("200>260"), std::string::npos) << pairs;
}

TEST(PairLines, TakesTheFirstParentOfACombinedDiff) {
  std::string text =
      "diff --cc m.py\nindex 1111,2222..3333\n--- a/m.py\n+++ b/m.py\n@@@ -1,1 -1,1 +1,1 @@@\n"
      "- rate = schedule(step, 1)\n -rate = schedule(step, 2)\n++rate = schedule(step, 3)\n";
  Diff diff = ParseUnifiedDiff(text);
  ASSERT_EQ(diff.files().size(), 1u);
  auto pairs = PairLines(diff, diff.files()[0], diff.hunks(diff.files()[0])[0]);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].before.content, "rate = schedule(step, 1)");
  EXPECT_EQ(pairs[0].after.content, "rate = schedule(step, 3)");
}

TEST(Similarity, IsOneForEqualWordsAndZeroForNone) {
  EXPECT_DOUBLE_EQ(Similarity("a = f(b)", "  a=f( b )"), 1.0);
  EXPECT_DOUBLE_EQ(Similarity("alpha", "beta"), 0.0);
  EXPECT_DOUBLE_EQ(Similarity("", ""), 0.0);
}

// The changed words of a pair: "old|old → new|new".
std::string Words(absl::string_view before, absl::string_view after) {
  LineChange change = CompareLines(before, after);
  auto cut = [](absl::string_view line, const std::vector<Span>& spans) {
    std::vector<std::string> words;
    for (Span s : spans) words.push_back(std::string(line.substr(s.first, s.end - s.first)));
    return absl::StrJoin(words, "|");
  };
  return absl::StrCat(cut(before, change.old_spans), " → ", cut(after, change.new_spans));
}

TEST(CompareLines, NamesTheWordsThatDiffer) {
  EXPECT_EQ(Words("x = f(a, b)", "x = g(a, c)"), "f|b → g|c");
}

TEST(CompareLines, NamesWhatWasInserted) {
  EXPECT_EQ(Words("send(chunk)", "send(chunk, wait=True)"), " → , wait=True");
}

TEST(CompareLines, JoinsChangesThatOnlySpaceParts) {
  EXPECT_EQ(Words("return old value", "return new thing"), "old value → new thing");
}

TEST(CompareLines, MarksLinesThatDifferInSpaceOnly) {
  LineChange change = CompareLines("  a = 1", "\ta  = 1 ");
  EXPECT_TRUE(change.is_whitespace_only);
  EXPECT_FALSE(CompareLines("a = 1", "a = 2").is_whitespace_only);
}

TEST(CompareLines, NeverCutsACharacter) {
  EXPECT_EQ(Words("名 = \"并行\"", "名 = \"并列\""), "行 → 列");
  EXPECT_EQ(Words("café = 1", "cafè = 1"), "café → cafè");
}

TEST(CompareLines, SetsOffTheEndsOfVeryLongLines) {
  std::string middle(20000, 'm');
  std::string before = absl::StrCat("head é", middle, "tail"),
              after = absl::StrCat("head è", middle, "x tail");
  LineChange change = CompareLines(before, after);
  ASSERT_EQ(change.old_spans.size(), 1u);
  EXPECT_EQ(change.old_spans[0].first, 5) << "before the first byte of é, not inside it";
  EXPECT_EQ(change.old_spans[0].end, static_cast<int32_t>(before.size() - 4));
}

constexpr absl::string_view kBody[] = {
    "def gather_shards(group, shards):", "    total = sum(shard.numel() for shard in shards)",
    "    buffer = allocate(total, group.device)", "", "    return buffer.split(group.sizes)"};

std::string Block(char sign, absl::string_view indent = "") {
  std::string out;
  for (absl::string_view line : kBody) {
    absl::StrAppend(&out, std::string(1, sign), line.empty() ? "" : indent, line, "\n");
  }
  return out;
}

// "new_path:line<-old_path:line*lines", '~' after it when indented anew.
std::string Moved(const std::string& text) {
  Diff diff = ParseUnifiedDiff(text);
  EXPECT_TRUE(diff.diagnostics().empty());
  std::vector<std::string> out;
  for (const MovedBlock& b : FindMovedBlocks(diff, [](uint32_t) { return true; })) {
    out.push_back(absl::StrCat(diff.files()[b.new_file].new_path, ":", b.new_line, "<-",
                               diff.files()[b.old_file].old_path, ":", b.old_line, "*", b.lines,
                               b.is_reindented ? "~" : ""));
  }
  return absl::StrJoin(out, " ");
}

TEST(FindMovedBlocks, FindsABlockInAnotherFile) {
  EXPECT_EQ(Moved(InFile("a.py", "@@ -10,6 +10,1 @@\n" + Block('-') + " end\n") +
                  InFile("b.py", "@@ -3,1 +3,6 @@\n begin\n" + Block('+'))),
            "b.py:4<-a.py:10*5");
}

TEST(FindMovedBlocks, FindsABlockThatWasIndented) {
  EXPECT_EQ(Moved(InFile("a.py", "@@ -10,6 +10,1 @@\n" + Block('-') + " end\n") +
                  InFile("b.py", "@@ -3,1 +3,6 @@\n begin\n" + Block('+', "    "))),
            "b.py:4<-a.py:10*5~");
}

TEST(FindMovedBlocks, FindsABlockInTheSameHunkBeyondContext) {
  EXPECT_EQ(
      Moved(InFile("a.py", "@@ -1,7 +1,7 @@\n" + Block('-') + " middle\n end\n" + Block('+'))),
      "a.py:3<-a.py:1*5");
}

TEST(FindMovedBlocks, LeavesARewriteOnTheSpotAlone) {
  EXPECT_EQ(Moved(InFile("a.py", "@@ -1,6 +1,6 @@\n" + Block('-') + Block('+', "  ") + " end\n")),
            "");
}

TEST(FindMovedBlocks, TakesEachRemovedLineOnce) {
  EXPECT_EQ(Moved(InFile("a.py", "@@ -10,6 +10,1 @@\n" + Block('-') + " end\n") +
                  InFile("b.py", "@@ -3,1 +3,6 @@\n begin\n" + Block('+')) +
                  InFile("c.py", "@@ -3,1 +3,6 @@\n begin\n" + Block('+'))),
            "b.py:4<-a.py:10*5");
}

TEST(FindMovedBlocks, IgnoresClosingBrackets) {
  std::string noise = "    },\n", removed, added;
  for (int i = 0; i < 8; ++i) {
    absl::StrAppend(&removed, "-", noise);
    absl::StrAppend(&added, "+", noise);
  }
  EXPECT_EQ(Moved(InFile("a.js", "@@ -10,9 +10,1 @@\n" + removed + " end\n") +
                  InFile("b.js", "@@ -3,1 +3,9 @@\n begin\n" + added)),
            "");
}

TEST(FindMovedBlocks, IgnoresABlockWhoseIndentIsUneven) {
  EXPECT_EQ(Moved(InFile("a.py",
                         "@@ -10,4 +10,1 @@\n-first_statement(value)\n-second_statement(value)"
                         "\n-third_statement(value)\n end\n") +
                  InFile("b.py",
                         "@@ -3,1 +3,4 @@\n begin\n+first_statement(value)\n"
                         "+    second_statement(value)\n+third_statement(value)\n")),
            "");
}

}  // namespace
}  // namespace allreview::diff
