#include "services/report/assembly/anchors.h"

#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using review::v1::FileSummary;
using review::v1::Review;

FileSummary& AddFile(Review& review, const std::string& path) {
  FileSummary& file = *review.add_files();
  file.mutable_entry()->set_status(change::v1::FILE_STATUS_MODIFIED);
  file.mutable_entry()->set_old_path(path);
  file.mutable_entry()->set_new_path(path);
  return file;
}

void AddHunk(FileSummary& file, int old_start, int old_lines, int new_start, int new_lines) {
  review::v1::HunkRange& hunk = *file.add_hunks();
  hunk.set_old_start(old_start);
  hunk.set_old_lines(old_lines);
  hunk.set_new_start(new_start);
  hunk.set_new_lines(new_lines);
}

finding::v1::Finding At(const std::string& path, int first_line, int end_line,
                        change::v1::Side side = change::v1::SIDE_RIGHT) {
  finding::v1::Finding finding;
  finding.mutable_range()->set_path(path);
  finding.mutable_range()->set_side(side);
  finding.mutable_range()->set_first_line(first_line);
  finding.mutable_range()->set_end_line(end_line);
  return finding;
}

// One file with lines 10..19 and 50..59 shown on the right, 10..14 and 45..49 on the left.
Review TwoHunks() {
  Review review;
  FileSummary& file = AddFile(review, "a.py");
  AddHunk(file, 10, 5, 10, 10);
  AddHunk(file, 45, 5, 50, 10);
  return review;
}

TEST(Anchors, KeepsLinesOfOneHunk) {
  const Anchor anchor = AnchorMap(TwoHunks()).For(At("a.py", 12, 15));
  EXPECT_EQ(anchor.kind, Anchor::Kind::kLines);
  EXPECT_EQ(anchor.start_line, 12);
  EXPECT_EQ(anchor.line, 14);
  EXPECT_FALSE(anchor.is_moved);
}

TEST(Anchors, OneLineHasNoStartLine) {
  const Anchor anchor = AnchorMap(TwoHunks()).For(At("a.py", 19, 20));
  EXPECT_EQ(anchor.start_line, 0);
  EXPECT_EQ(anchor.line, 19);
}

TEST(Anchors, RangeThatLeavesItsHunkKeepsItsFirstLine) {
  const Anchor anchor = AnchorMap(TwoHunks()).For(At("a.py", 18, 40));
  EXPECT_EQ(anchor.start_line, 0);
  EXPECT_EQ(anchor.line, 18);
  EXPECT_FALSE(anchor.is_moved);
}

TEST(Anchors, MovesToTheNearestShownLine) {
  EXPECT_EQ(AnchorMap(TwoHunks()).For(At("a.py", 25, 26)).line, 19);
  EXPECT_EQ(AnchorMap(TwoHunks()).For(At("a.py", 48, 49)).line, 50);
  EXPECT_TRUE(AnchorMap(TwoHunks()).For(At("a.py", 48, 49)).is_moved);
}

TEST(Anchors, PrefersTheCauseInsideTheRange) {
  finding::v1::Finding finding = At("a.py", 30, 58);
  finding.mutable_cause()->set_kind(finding::v1::Cause::KIND_CHANGED_SCOPE);
  finding.mutable_cause()->set_path("a.py");
  finding.mutable_cause()->set_first_line(55);
  const Anchor anchor = AnchorMap(TwoHunks()).For(finding);
  EXPECT_EQ(anchor.line, 55);
  EXPECT_TRUE(anchor.is_moved);
}

TEST(Anchors, ReadsTheLeftSideByOldNumbers) {
  const Anchor anchor = AnchorMap(TwoHunks()).For(At("a.py", 46, 47, change::v1::SIDE_LEFT));
  EXPECT_EQ(anchor.side, change::v1::SIDE_LEFT);
  EXPECT_EQ(anchor.line, 46);
}

TEST(Anchors, RemovedLineOfARenamedFileTakesTheNewName) {
  Review review;
  FileSummary& file = AddFile(review, "new.py");
  file.mutable_entry()->set_status(change::v1::FILE_STATUS_RENAMED);
  file.mutable_entry()->set_old_path("old.py");
  AddHunk(file, 3, 2, 3, 0);
  const Anchor anchor = AnchorMap(review).For(At("old.py", 4, 5, change::v1::SIDE_LEFT));
  EXPECT_EQ(anchor.path, "new.py");
  EXPECT_EQ(anchor.line, 4);
}

TEST(Anchors, FileWithoutHunksTakesAFileComment) {
  Review review;
  AddFile(review, "a.bin");
  EXPECT_EQ(AnchorMap(review).For(At("a.bin", 4, 5)).kind, Anchor::Kind::kFile);
}

TEST(Anchors, FindingOnTheWholeFileTakesAFileComment) {
  const Anchor anchor = AnchorMap(TwoHunks()).For(At("a.py", 0, 0));
  EXPECT_EQ(anchor.kind, Anchor::Kind::kFile);
  EXPECT_EQ(anchor.line, 0);
}

TEST(Anchors, UnchangedFileIsReportedWhereTheChangeBrokeIt) {
  finding::v1::Finding finding = At("caller.py", 4, 5);
  finding.mutable_cause()->set_kind(finding::v1::Cause::KIND_BROKEN_ELSEWHERE);
  finding.mutable_cause()->set_path("a.py");
  finding.mutable_cause()->set_first_line(12);
  const Anchor anchor = AnchorMap(TwoHunks()).For(finding);
  EXPECT_EQ(anchor.path, "a.py");
  EXPECT_EQ(anchor.line, 12);
  EXPECT_TRUE(anchor.is_moved);
}

TEST(Anchors, UnknownFileHasNoAnchor) {
  EXPECT_EQ(AnchorMap(TwoHunks()).For(At("other.py", 4, 5)).kind, Anchor::Kind::kNone);
}

// What GitHub does, written down a second time: every line of the comment is a line of one hunk.
bool IsAccepted(const Review& review, const Anchor& anchor) {
  for (const FileSummary& file : review.files()) {
    if (file.entry().new_path() != anchor.path) continue;
    if (anchor.kind == Anchor::Kind::kFile) return true;
    if (anchor.start_line != 0 && anchor.start_line >= anchor.line) return false;
    for (const review::v1::HunkRange& hunk : file.hunks()) {
      const bool is_left = anchor.side == change::v1::SIDE_LEFT;
      const int start = is_left ? hunk.old_start() : hunk.new_start();
      const int lines = is_left ? hunk.old_lines() : hunk.new_lines();
      bool is_shown = true;
      const int first = anchor.start_line == 0 ? anchor.line : anchor.start_line;
      for (int line = first; line <= anchor.line; ++line) {
        is_shown = is_shown && line >= start && line < start + lines;
      }
      if (is_shown) return true;
    }
  }
  return anchor.kind == Anchor::Kind::kNone;
}

TEST(Anchors, AreLegalForRandomHunksAndRanges) {
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  const std::vector<std::string> paths = {"a.py", "b.py", "old.py", "new.py", "gone.py"};
  for (int round = 0; round < 20'000; ++round) {
    Review review;
    for (const char* path : {"a.py", "b.py", "new.py"}) {
      FileSummary& file = AddFile(review, path);
      if (file.entry().new_path() == "new.py") {
        file.mutable_entry()->set_status(change::v1::FILE_STATUS_RENAMED);
        file.mutable_entry()->set_old_path("old.py");
      }
      int old_line = 0;
      int new_line = 0;
      for (int hunks = pick(0, 3); hunks > 0; --hunks) {
        const int gap = pick(1, 30);
        const int old_lines = pick(0, 12);
        const int new_lines = pick(old_lines == 0 ? 1 : 0, 12);
        AddHunk(file, old_line + gap, old_lines, new_line + gap, new_lines);
        old_line += gap + old_lines;
        new_line += gap + new_lines;
      }
    }
    const int first = pick(0, 80);
    finding::v1::Finding finding =
        At(paths[pick(0, 4)], first, pick(first, first + 40),
           pick(0, 3) == 0 ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT);
    finding.mutable_cause()->set_kind(static_cast<finding::v1::Cause::Kind>(pick(0, 4)));
    finding.mutable_cause()->set_path(paths[pick(0, 4)]);
    finding.mutable_cause()->set_first_line(pick(0, 80));
    const AnchorMap anchors(review);
    const Anchor anchor = anchors.For(finding);
    ASSERT_TRUE(IsAccepted(review, anchor)) << review.DebugString() << finding.DebugString();
  }
}

}  // namespace
}  // namespace allreview::report
