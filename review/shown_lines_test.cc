#include "review/shown_lines.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

constexpr change::v1::Side kLeft = change::v1::SIDE_LEFT;
constexpr change::v1::Side kRight = change::v1::SIDE_RIGHT;

constexpr char kDiff[] =
    "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n"
    "@@ -3 +3 @@\n-x\n+y\n@@ -20,2 +20,3 @@\n a\n+b\n c\n"
    "diff --git a/old.py b/new.py\nsimilarity index 90%\nrename from old.py\nrename to new.py\n"
    "--- a/old.py\n+++ b/new.py\n@@ -1,2 +1,1 @@\n-a\n b\n";

TEST(ShownLines, KnowsHunksOfADiff) {
  const ShownLines lines = ShownLines::OfDiff(kDiff);
  EXPECT_TRUE(lines.AreInOneHunk("a.py", kRight, 20, 22));
  EXPECT_FALSE(lines.AreInOneHunk("a.py", kRight, 3, 20)) << "two hunks";
  EXPECT_FALSE(lines.AreInOneHunk("a.py", kLeft, 22, 22));
  EXPECT_TRUE(lines.AreInOneHunk("new.py", kLeft, 2, 2)) << "by the new name, on both sides";
  EXPECT_FALSE(lines.HasFile("old.py"));
}

TEST(ShownLines, FindsTheNearestLine) {
  const ShownLines lines = ShownLines::OfDiff(kDiff);
  EXPECT_EQ(lines.Nearest("a.py", kRight, 21), 21);
  EXPECT_EQ(lines.Nearest("a.py", kRight, 10), 3);
  EXPECT_EQ(lines.Nearest("a.py", kRight, 90), 22);
  EXPECT_EQ(lines.Nearest("b.py", kRight, 1), 0);
}

TEST(ShownLines, KeepsWhatBothShow) {
  review::v1::Review review;
  review::v1::FileSummary& file = *review.add_files();
  file.mutable_entry()->set_new_path("a.py");
  review::v1::HunkRange& hunk = *file.add_hunks();
  hunk.set_new_start(21);
  hunk.set_new_lines(9);
  ShownLines lines(review);
  EXPECT_TRUE(lines.AreInOneHunk("a.py", kRight, 29, 29));
  lines.Intersect(ShownLines::OfDiff(kDiff));
  EXPECT_TRUE(lines.AreInOneHunk("a.py", kRight, 21, 22));
  EXPECT_FALSE(lines.AreInOneHunk("a.py", kRight, 20, 20));
  EXPECT_FALSE(lines.AreInOneHunk("a.py", kRight, 23, 23));
}

TEST(ShownLines, ReadsPatchesWithoutHeaders) {
  const ShownLines lines =
      ShownLines::OfPatches({{"a.py", "@@ -7,2 +7,2 @@\n-a\n+b\n c"}, {"large.py", ""}});
  EXPECT_TRUE(lines.AreInOneHunk("a.py", kRight, 7, 8));
  EXPECT_TRUE(lines.HasFile("large.py"));
  EXPECT_EQ(lines.Nearest("large.py", kRight, 1), 0);
}

// A combined diff numbers the lines of several parents.
TEST(ShownLines, TakesNoLinesOfACombinedDiff) {
  const ShownLines lines = ShownLines::OfDiff(
      "diff --cc a.py\nindex 1,2..3\n--- a/a.py\n+++ b/a.py\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n "
      "-b\n++c\n");
  EXPECT_TRUE(lines.HasFile("a.py"));
  EXPECT_EQ(lines.Nearest("a.py", kRight, 1), 0);
}

}  // namespace
}  // namespace allreview
