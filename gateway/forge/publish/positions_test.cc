// Positions: complaints of users of other reviewers (wrong lines, hidden lines, several hunks, lost
// files), as a table of what GitHub takes.

#include "gateway/forge/publish/positions.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using review::v1::Review;
using review::v1::ReviewComment;

constexpr absl::string_view kDiff =
    "diff --git a/train.py b/train.py\n"
    "index 1..2 100644\n"
    "--- a/train.py\n"
    "+++ b/train.py\n"
    "@@ -3 +3 @@ def f():\n"  // Counts that are left out are 1.
    "-x = 1\n"
    "+x = 2\n"
    "@@ -20,3 +20,4 @@\n"
    " a\n"
    "+++ b/not_a_file.py\n"  // An added line that looks like a header.
    " b\n"
    " c\n"
    "@@ -40,2 +41,0 @@\n"  // Only removed lines.
    "-d\n"
    "-e\n"
    "\\ No newline at end of file\n"
    "diff --git a/old.py b/new.py\n"
    "similarity index 90%\n"
    "rename from old.py\n"
    "rename to new.py\n"
    "--- a/old.py\n"
    "+++ b/new.py\n"
    "@@ -1,2 +1,2 @@\n"
    "-a\n"
    "+b\n"
    " c\n"
    "diff --git a/gone.py b/gone.py\n"
    "deleted file mode 100644\n"
    "--- a/gone.py\n"
    "+++ /dev/null\n"
    "@@ -1,2 +0,0 @@\n"
    "-a\n"
    "-b\n";

void AddFile(Review& review, const std::string& path,
             std::initializer_list<std::array<int, 4>> hunks) {
  review::v1::FileSummary& file = *review.add_files();
  file.mutable_entry()->set_new_path(path);
  file.mutable_entry()->set_old_path(path);
  for (const auto& [old_start, old_lines, new_start, new_lines] : hunks) {
    review::v1::HunkRange& hunk = *file.add_hunks();
    hunk.set_old_start(old_start);
    hunk.set_old_lines(old_lines);
    hunk.set_new_start(new_start);
    hunk.set_new_lines(new_lines);
  }
}

Review ReviewOfDiff() {
  Review review;
  AddFile(review, "gone.py", {{1, 2, 0, 0}});
  AddFile(review, "model.bin", {});
  AddFile(review, "new.py", {{1, 2, 1, 2}});
  AddFile(review, "train.py", {{3, 1, 3, 1}, {20, 3, 20, 4}, {40, 2, 41, 0}});
  return review;
}

ReviewComment Comment(const std::string& path, int line, int start_line = 0,
                      change::v1::Side side = change::v1::SIDE_RIGHT) {
  ReviewComment comment;
  comment.set_path(path);
  comment.set_line(line);
  comment.set_start_line(start_line);
  comment.set_side(side);
  comment.set_body("**[P1]** why\n");
  return comment;
}

TEST(DiffPositions, KnowsWhatGitHubTakes) {
  constexpr change::v1::Side kLeft = change::v1::SIDE_LEFT;
  const struct {
    const char* name;
    ReviewComment comment;
    bool is_legal;
  } kCases[] = {
      {"omitted count is one", Comment("train.py", 3), true},
      {"hidden between hunks", Comment("train.py", 4), false},
      {"context line", Comment("train.py", 22), true},
      {"line behind the hunk", Comment("train.py", 24), false},
      {"range in one hunk", Comment("train.py", 22, 20), true},
      {"range over two hunks", Comment("train.py", 20, 3), false},
      {"range of one line", Comment("train.py", 22, 22), false},
      {"inverted range", Comment("train.py", 20, 22), false},
      {"left of a removal", Comment("train.py", 41, 0, kLeft), true},
      {"right of a removal", Comment("train.py", 41), false},
      {"new name of a rename, left side", Comment("new.py", 1, 0, kLeft), true},
      {"old name of a rename", Comment("old.py", 1, 0, kLeft), false},
      {"deleted file", Comment("gone.py", 2, 0, kLeft), true},
      {"added line that looks like a header", Comment("not_a_file.py", 1), false},
      {"whole file", Comment("train.py", 0), false},
  };
  const DiffPositions positions(ReviewOfDiff(), kDiff);
  for (const auto& test : kCases) {
    EXPECT_EQ(positions.IsLegal(test.comment), test.is_legal) << test.name;
  }
}

TEST(DiffPositions, TakesTheNearestLineAndSaysSo) {
  const DiffPositions positions(ReviewOfDiff(), kDiff);
  Placement placement = positions.Place(Language::kEnglish, Comment("train.py", 30));
  EXPECT_EQ(placement.kind, Placement::Kind::kLine);
  EXPECT_EQ(placement.comment.line(), 23);
  EXPECT_EQ(placement.comment.body(), "(about line 30) **[P1]** why\n");
  EXPECT_TRUE(positions.IsLegal(placement.comment));
}

TEST(DiffPositions, SaysOnlyOnceThatACommentHasMoved) {
  ReviewComment comment = Comment("train.py", 30);
  comment.set_wanted_line(35);  // The report service has said so in the body.
  const DiffPositions positions(ReviewOfDiff(), kDiff);
  EXPECT_EQ(positions.Place(Language::kEnglish, comment).comment.body(), "**[P1]** why\n");
}

TEST(DiffPositions, FallsBackToTheFileAndThenToTheBody) {
  const DiffPositions positions(ReviewOfDiff(), kDiff);
  EXPECT_EQ(positions.Place(Language::kEnglish, Comment("model.bin", 3)).kind,
            Placement::Kind::kFile);
  EXPECT_EQ(positions.Place(Language::kEnglish, Comment("gone.py", 1)).kind,
            Placement::Kind::kFile);
  EXPECT_EQ(positions.Place(Language::kEnglish, Comment("elsewhere.py", 3)).kind,
            Placement::Kind::kBody);
}

TEST(DiffPositions, NeverLeavesASuggestionOnOtherLines) {
  ReviewComment comment = Comment("train.py", 30, 29);
  comment.set_body("why\n\n````suggestion\n```\nx = 1\r\n````\n");
  const DiffPositions positions(ReviewOfDiff(), kDiff);
  EXPECT_EQ(positions.Place(Language::kEnglish, comment).comment.body(),
            "(about line 30) why\n\n````\n```\nx = 1\r\n````\n");
  ReviewComment legal = comment;
  legal.set_line(22);
  legal.set_start_line(21);
  EXPECT_EQ(positions.Place(Language::kEnglish, legal).comment.body(), comment.body());
}

TEST(DiffPositions, BelievesGitHubsDiffWhereOursDiffers) {
  Review review = ReviewOfDiff();
  review.mutable_files(3)->mutable_hunks(0)->set_new_lines(9);
  review.mutable_files(3)->mutable_hunks(0)->set_old_lines(9);
  EXPECT_TRUE(DiffPositions(review, "").IsLegal(Comment("train.py", 8)));
  EXPECT_FALSE(DiffPositions(review, kDiff).IsLegal(Comment("train.py", 8)));
}

TEST(DiffPositions, ReadsQuotedPaths) {
  const std::string diff =
      "diff --git \"a/\\303\\251.py\" \"b/\\303\\251.py\"\n"
      "--- \"a/\\303\\251.py\"\n+++ \"b/\\303\\251.py\"\n@@ -1 +1 @@\n-a\n+b\n";
  Review review;
  AddFile(review, "\xC3\xA9.py", {{1, 1, 1, 1}});
  EXPECT_TRUE(DiffPositions(review, diff).IsLegal(Comment("\xC3\xA9.py", 1)));
}

TEST(DiffPositions, UsesGitHubsPatches) {
  const std::map<std::string, std::string> patches = {{"train.py", "@@ -7,2 +7,2 @@\n-a\n+b\n c"}};
  const DiffPositions positions(patches);
  EXPECT_TRUE(positions.IsLegal(Comment("train.py", 8)));
  EXPECT_FALSE(positions.IsLegal(Comment("train.py", 3)));
  EXPECT_FALSE(positions.IsLegal(Comment("new.py", 1)));
}

}  // namespace
}  // namespace allreview::gateway
