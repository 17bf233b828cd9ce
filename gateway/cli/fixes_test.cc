#include "gateway/cli/fixes.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/scratch_folder.h"
#include "base/status_matchers.h"
#include "base/subprocess.h"
#include "gateway/cli/fix_files.h"
#include "gateway/cli/reviewed_files.h"
#include "gateway/cli/unified_patch.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Applies the patch with git and returns the file.
std::string Applied(const std::string& path, const std::string& text, const std::string& patch) {
  const auto scratch = ScratchFolder::Make("fixes-test-");
  EXPECT_OK(scratch);
  const std::string folder = (*scratch)->path();
  EXPECT_OK(WriteFile(absl::StrCat(folder, "/", path), text));
  const auto result =
      RunCommand({.argv = {"git", "apply", "--unsafe-paths", "-"},
                  .environment = {"PATH=/usr/bin:/bin", absl::StrCat("GIT_CEILING_DIRECTORIES=/")},
                  .directory = folder,
                  .has_input = true},
                 {}, patch);
  EXPECT_OK(result);
  EXPECT_TRUE(result->exit.ok()) << result->error_text << patch;
  return *ReadFile(absl::StrCat(folder, "/", path));
}

// Whatever is edited, git makes of the patch what the edits make.
void ExpectSame(const std::string& text, const std::vector<ByteEdit>& edits) {
  EXPECT_EQ(Applied("a b.py", text, UnifiedPatch("a b.py", text, edits)), ApplyEdits(text, edits))
      << UnifiedPatch("a b.py", text, edits);
}

TEST(UnifiedPatch, IsWhatGitTakes) {
  const std::string text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n";
  ExpectSame(text, {{2, 3, "two"}});
  ExpectSame(text, {{0, 0, "zero\n"}});
  ExpectSame(text, {{static_cast<int64_t>(text.size()), static_cast<int64_t>(text.size()), "x\n"}});
  ExpectSame(text, {{2, 4, ""}});                                     // A line.
  ExpectSame(text, {{1, 2, ""}});                                     // Two lines become one.
  ExpectSame(text, {{2, 3, "a"}, {4, 5, "b"}, {28, 30, "x\ny\nz"}});  // Two hunks.
  ExpectSame(text, {{0, static_cast<int64_t>(text.size()), ""}});
  ExpectSame("1\n2", {{2, 3, "two"}});
  ExpectSame("1\n2", {{3, 3, "\n3\n"}});
  ExpectSame("1\r\n2\r\n3\r\n", {{3, 4, "two"}});
}

TEST(UnifiedPatch, IsEmptyWhenNothingChanges) {
  EXPECT_EQ(UnifiedPatch("a.py", "1\n2\n", {{0, 1, "1"}}), "");
}

// A review with findings in a file, each with one edit.
struct Wanted {
  std::string rule;
  int64_t first, end;
  std::string replacement;
  finding::v1::Shown shown = finding::v1::SHOWN_FULL;
};

constexpr char kText[] = "one\ntwo\nthree\nfour\n";

review::v1::Review ReviewOf(const std::vector<Wanted>& findings, const std::string& path = "a.py") {
  review::v1::Review review;
  for (const Wanted& wanted : findings) {
    finding::v1::Finding& finding = *review.add_findings();
    finding.set_rule_id(wanted.rule);
    finding.set_fingerprint(Sha256Hex(wanted.rule).substr(0, 32));
    finding.set_shown(wanted.shown);
    finding.mutable_range()->set_path(path);
    finding.mutable_range()->set_first_line(1);
    finding::v1::Edit& edit = *finding.add_edits();
    edit.set_path(path);
    edit.set_first_byte(wanted.first);
    edit.set_end_byte(wanted.end);
    edit.set_replacement(wanted.replacement);
    edit.set_expected_blob_id(GitBlobId(kText));
  }
  return review;
}

absl::StatusOr<std::string> Known(const std::string&, const std::string&) {
  return std::string(kText);
}

TEST(Fixes, TakesTheFirstOfThoseThatTouchTheSameLine) {
  ASSERT_OK_AND_ASSIGN(
      const Fixes fixes,
      MakeFixes(ReviewOf({{"a-rule", 4, 7, "2"}, {"b-rule", 0, 4, "1 "}, {"c-rule", 14, 18, "4"}}),
                {.contents = Known}));
  ASSERT_EQ(fixes.files.size(), 1u);
  EXPECT_EQ(fixes.files[0].after, "one\n2\nthree\n4\n");
  EXPECT_EQ(Applied("a.py", kText, PatchOf(fixes)), fixes.files[0].after);
  EXPECT_EQ(fixes.fixed.size(), 2u);
  EXPECT_THAT(fixes.left_out,
              ElementsAre(HasSubstr("b-rule " + Sha256Hex("b-rule").substr(0, 8) +
                                    ": it changes the same line as a-rule in line 1")));
  EXPECT_THAT(PatchOf(fixes), HasSubstr("Left out\n  a.py:1 b-rule"));
}

TEST(Fixes, LeavesOutWhatIsNotReported) {
  ASSERT_OK_AND_ASSIGN(const Fixes fixes,
                       MakeFixes(ReviewOf({{"a-rule", 4, 7, "2", finding::v1::SHOWN_SUPPRESSED},
                                           {"b-rule", 4, 7, "2", finding::v1::SHOWN_BASELINE},
                                           {"c-rule", 4, 7, "2", finding::v1::SHOWN_FOLDED}}),
                                 {.contents = Known}));
  EXPECT_THAT(fixes.fixed, ElementsAre(HasSubstr("c-rule")));
  EXPECT_THAT(fixes.left_out, IsEmpty());
}

TEST(Fixes, TakesFindingsByTheFirstDigitsOfTheirIds) {
  const review::v1::Review review = ReviewOf({{"a-rule", 4, 7, "2"}, {"b-rule", 0, 3, "1"}});
  const std::string id = Sha256Hex("b-rule").substr(0, 6);
  ASSERT_OK_AND_ASSIGN(const Fixes fixes, MakeFixes(review, {.contents = Known, .ids = {id}}));
  EXPECT_THAT(fixes.fixed, ElementsAre(HasSubstr("b-rule")));
  EXPECT_EQ(MakeFixes(review, {.contents = Known, .ids = {"x"}}).status().message(),
            "there is no finding \"x\"");
  EXPECT_EQ(MakeFixes(review, {.contents = Known, .ids = {""}}).status().message(),
            "\"\" are the first digits of 2 findings; give more of them");
}

TEST(Fixes, RefusesWhatIsNoPlaceBelowTheRoot) {
  for (const char* path : {"../a.py", "/a.py", "a//b.py", ".git/config", "a\n.py", ""}) {
    ASSERT_OK_AND_ASSIGN(const Fixes fixes,
                         MakeFixes(ReviewOf({{"a-rule", 4, 7, "2"}}, path), {.contents = Known}));
    EXPECT_EQ(fixes.unread.size(), 1u) << path;
    EXPECT_THAT(fixes.files, IsEmpty());
  }
}

TEST(Fixes, RefusesEditsForAnotherText) {
  review::v1::Review review = ReviewOf({{"a-rule", 4, 700, "2"}});
  ASSERT_OK_AND_ASSIGN(const Fixes fixes, MakeFixes(review, {.contents = Known}));
  EXPECT_THAT(fixes.left_out, ElementsAre(HasSubstr("its edits are for another text")));
}

TEST(ReviewedFiles, AreThoseOnDiskOnlyWhileTheyAreWhatWasReviewed) {
  ASSERT_OK_AND_ASSIGN(const auto scratch, ScratchFolder::Make("fixes-test-"));
  const ReviewedFiles files(scratch->path());
  ASSERT_OK(WriteFile(scratch->path() + "/a.py", kText));
  EXPECT_EQ(*files.OnDisk("a.py", GitBlobId(kText)), kText);
  EXPECT_EQ(files.OnDisk("a.py", GitBlobId("other")).status().message(),
            "\"a.py\" on disk is not what was reviewed");
  EXPECT_EQ(files.OnDisk("b.py", GitBlobId(kText)).status().message(), "\"b.py\" is not on disk");
  ASSERT_OK(files.Write({{"a.py", "new\n", ""}}));
  EXPECT_EQ(*ReadFile(scratch->path() + "/a.py"), "new\n");
}

}  // namespace
}  // namespace allreview::cli
