// Versions that no store has, as the intake makes them out of hunks.

#include "services/analysis/patched_content.h"

#include "base/hash.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "services/analysis/change_messages.h"

namespace allreview::analysis {
namespace {

using policy::CoverageState;

// The state of one modified file of a patch that stands in line 7 of its text.
struct Uncommitted {
  std::string before = "a\nb\nc\n";
  std::string hunk = " a\n-b\n+x\n c\n";
  std::string old_id = GitBlobId("a\nb\nc\n").substr(0, 10);
  std::string new_id = GitBlobId("a\nx\nc\n").substr(0, 10);
  bool is_before_sent = true;
  int64_t max_file_bytes = 0;
  int parents = 1;

  ChangedFiles Read() const {
    v1::Start start = WithContent();
    start.set_max_file_bytes(max_file_bytes);
    ChangeIntake intake(start);
    diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
    file.mutable_entry()->set_old_blob_id(old_id);
    file.mutable_entry()->set_new_blob_id(new_id);
    file.set_first_input_line(7);
    file.set_parents(parents);
    AddHunk(file, 1, 1, hunk);
    intake.AddFile(std::move(file));
    v1::Blob old_blob = is_before_sent ? Piece(old_id, before) : Failure(old_id, "no blob");
    old_blob.set_path("a.py");
    old_blob.set_side(change::v1::SIDE_LEFT);
    EXPECT_OK(intake.AddBlob(std::move(old_blob)));
    v1::Blob new_blob = Failure(new_id, "no such blob");
    new_blob.set_path("a.py");
    EXPECT_OK(intake.AddBlob(std::move(new_blob)));
    return Take(intake);
  }
};

TEST(PatchedContent, MakesTheNewVersionOutOfTheOldOne) {
  const ChangedFiles files = Uncommitted().Read();
  EXPECT_EQ(files.files[0].before, "a\nb\nc\n");
  EXPECT_EQ(files.files[0].after, "a\nx\nc\n");
  EXPECT_EQ(files.files[0].after_blob_id, GitBlobId("a\nx\nc\n"));
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(PatchedContent, MakesTheOldVersionOutOfTheNewOne) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_MODIFIED);
  file.mutable_entry()->set_old_blob_id(GitBlobId("a\r\nb"));
  file.mutable_entry()->set_new_blob_id("n");
  AddHunk(file, 1, 1, "-a\r\n-b\n\\ No newline at end of file\n+x\n");
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Piece("n", "x\n")));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files[0].before, "a\r\nb");
  EXPECT_EQ(files.files[0].before_blob_id, GitBlobId("a\r\nb"));
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(PatchedContent, AcceptsAVersionThatThePatchDoesNotName) {
  const ChangedFiles files = Uncommitted{.new_id = ""}.Read();
  EXPECT_EQ(files.files[0].after, "a\nx\nc\n");
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

// What `git hash-object` prints in a repository that was made with --object-format=sha256.
TEST(PatchedContent, KnowsBlobsOfRepositoriesWithSha256) {
  const ChangedFiles files = Uncommitted{.new_id = "782a4f37270b"}.Read();
  EXPECT_EQ(files.files[0].after, "a\nx\nc\n");
}

struct Misfit {
  const char* name;
  Uncommitted change;
  CoverageState state;
  const char* reason;
};
class Misfits : public testing::TestWithParam<Misfit> {};

TEST_P(Misfits, AreNamedWithTheirCure) {
  const ChangedFiles files = GetParam().change.Read();
  EXPECT_FALSE(files.files[0].after.has_value());
  EXPECT_EQ(files.ledger.at("a.py").state, GetParam().state);
  EXPECT_EQ(files.ledger.at("a.py").reason, GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Misfits,
    testing::Values(
        Misfit{"OtherLine",
               {.before = "a\nB\nc\n"},
               CoverageState::kNotFetched,
               "the new version could not be read: no such blob, and it cannot be rebuilt from its "
               "hunks: line "
               "2 of the old version is \"B\", hunk 1 has \"b\" (its diff begins at line 7 of the "
               "patch); make the patch again with `git diff` and leave it as is"},
        Misfit{"OtherBlob",
               {.new_id = "0123456789"},
               CoverageState::kNotFetched,
               "the new version could not be read: no such blob, and it cannot be rebuilt from its "
               "hunks: they "
               "make blob f5aa8c164c, the patch names 0123456789 (its diff begins at line 7 of the "
               "patch); make the patch again with `git diff` and leave it as is"},
        Misfit{"CombinedDiff",
               {.parents = 2},
               CoverageState::kNotFetched,
               "the new version could not be read: no such blob, and it cannot be rebuilt from its "
               "hunks: the "
               "combined diff of a merge leaves hunks out; review `git diff MERGE^1 MERGE`"},
        Misfit{"NeitherVersion",
               {.is_before_sent = false},
               CoverageState::kNotFetched,
               "no blob; pass --repo DIR, the repository that the patch was made in"},
        Misfit{"NamesNoBlob",
               {.old_id = "", .is_before_sent = false},
               CoverageState::kNotFetched,
               "the patch does not name the blobs of this file; make it with `git diff "
               "--no-renames`, or review a range of the repository"},
        Misfit{"TooLarge",
               {.hunk = " a\n-b\n+long\n c\n", .new_id = "", .max_file_bytes = 6},
               CoverageState::kOverBudget,
               "the file is larger than the limit of 6 bytes"}),
    [](const auto& info) { return info.param.name; });

TEST(PatchedContent, SpellsAnAddedFileOutThatNoStoreHas) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id(GitBlobId("a\n").substr(0, 7));
  AddHunk(file, 0, 1, "+a\n");
  intake.AddFile(std::move(file));
  ASSERT_OK(intake.AddBlob(Failure(GitBlobId("a\n").substr(0, 7), "no such blob")));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.files[0].after, "a\n");
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kUnknown);
}

TEST(PatchedContent, DoesNotTakeALostFileForAnEmptyOne) {
  ChangeIntake intake(WithContent());
  diff::v1::DiffFile file = File("a.py", change::v1::FILE_STATUS_ADDED);
  file.mutable_entry()->set_new_blob_id(GitBlobId("a\n"));
  intake.AddFile(std::move(file));
  EXPECT_EQ(Take(intake).ledger.at("a.py").state, CoverageState::kNotFetched);
}

diff::v1::DiffFile WithoutHunks(change::v1::FileStatus status, uint32_t new_mode) {
  diff::v1::DiffFile file = File("a.py", status);
  file.mutable_entry()->set_old_mode(0100644);
  file.mutable_entry()->set_new_mode(new_mode);
  return file;
}

TEST(PatchedContent, IsNotNeededWhereOnlyTheModeChanged) {
  ChangeIntake intake({});
  intake.AddFile(WithoutHunks(change::v1::FILE_STATUS_MODIFIED, 0100755));
  const ChangedFiles files = Take(intake);
  EXPECT_EQ(files.ledger.at("a.py").state, CoverageState::kReviewed);
  EXPECT_EQ(files.files[0].language, "");
}

TEST(PatchedContent, IsNeededWhereAFileWasRenamed) {
  ChangeIntake intake({});
  intake.AddFile(WithoutHunks(change::v1::FILE_STATUS_RENAMED, 0100755));
  const policy::LedgerEntry entry = Take(intake).ledger.at("a.py");
  EXPECT_EQ(entry.state, CoverageState::kNotFetched);
  EXPECT_EQ(entry.reason,
            "the patch does not name the blobs of this file; make it with `git diff --no-renames`, "
            "or review a range of the repository");
}

}  // namespace
}  // namespace allreview::analysis
