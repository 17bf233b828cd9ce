#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::LocalRepository;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(GitSource, ReadsALinkedWorkTree) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Git({"worktree", "add", "--quiet", "-b", "side", "../linked"});
  repo.folder().Write("linked/a.py", "x = 2\n");
  LocalRepository reference =
      Reference(repo.folder().path() + "/linked", LocalRepository::MODE_WORKING_TREE, "side");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("M a.py"));
}

TEST(GitSource, ComparesTheWorkingTree) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Write("b.py", "y = 1\n");
  repo.Write("mode.sh", "echo\n");
  repo.Write("kept.py", "z = 1\n");
  repo.Write("type", "a file\n");
  std::string head = repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Remove("b.py");
  repo.Remove("type");
  ASSERT_EQ(symlink("a.py", (repo.path() + "/type").c_str()), 0);
  ASSERT_EQ(chmod((repo.path() + "/mode.sh").c_str(), 0755), 0);
  repo.Write("staged.py", "s = 1\n");
  repo.Git({"add", "staged.py"});
  repo.Write("untracked.py", "u = 1\n");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  EXPECT_THAT(Describe(sink.files),
              ElementsAre("M a.py", "D b.py", "M mode.sh 100755", "A staged.py", "T type 120000"));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD"}));
  EXPECT_EQ(sink.files[0].new_blob_id(), GitBlobId("x = 2\n"));
  EXPECT_EQ(sink.files[2].new_blob_id(), sink.files[2].old_blob_id());
  EXPECT_EQ(sink.files[3].new_blob_id(), GitBlobId("s = 1\n"));
  EXPECT_EQ(sink.files[4].new_blob_id(), GitBlobId("a.py"));
  EXPECT_EQ(sink.opened.pinned().local().base(), head);
  EXPECT_EQ(sink.opened.info().head_commit(), "");

  const LocalRepository& pinned = sink.opened.pinned().local();
  EXPECT_THAT(
      ReadLocal(pinned, {Blob(GitBlobId("x = 2\n"), "a.py"), Blob(GitBlobId("a.py"), "type"),
                         Blob(GitBlobId("z = 1\n"), "kept.py")}),
      ElementsAre("x = 2\n", "a.py", "z = 1\n"));
  EXPECT_THAT(ListLocal(pinned, change::v1::SIDE_RIGHT, {".py", "type"}),
              ElementsAre("a.py " + GitBlobId("x = 2\n"), "kept.py " + GitBlobId("z = 1\n"),
                          "staged.py " + GitBlobId("s = 1\n"), "type " + GitBlobId("a.py")));
  EXPECT_THAT(ListLocal(pinned, change::v1::SIDE_LEFT, {"b.py"}),
              ElementsAre("b.py " + GitBlobId("y = 1\n")));
}

TEST(GitSource, NamesUntrackedSourceOfTheWorkingTree) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Write(".gitignore", "build/\n");
  repo.Commit("First");
  repo.Git({"config", "core.quotePath", "true"});
  repo.Write("kernels/näher.cu", "x\n");
  repo.Write("new.py", "u = 1\n");
  repo.Write("tests/test_new.py", "u = 1\n");
  repo.Write("notes.md", "u\n");
  repo.Write("build/made.py", "u = 1\n");
  repo.Write("site-packages/m.py", "u = 1\n");
  repo.Write("mine.py", "u = 1\n");
  repo.Write(".git/info/exclude", "mine.py\n");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  std::vector<std::string> named;
  for (const change::v1::LedgerEntry& entry : sink.ledger) {
    named.push_back(absl::StrCat(entry.path(), " ", entry.language(), " ",
                                 change::v1::FileClass_Name(entry.file_class())));
    EXPECT_EQ(entry.state(), change::v1::LedgerEntry::STATE_NOT_FETCHED);
    EXPECT_EQ(entry.reason(), "not tracked by git, so it is in no diff: run `git add -N` on it");
  }
  EXPECT_THAT(named, ElementsAre("kernels/näher.cu cuda FILE_CLASS_SOURCE",
                                 "new.py python FILE_CLASS_SOURCE",
                                 "tests/test_new.py python FILE_CLASS_TEST"));

  ASSERT_OK_AND_ASSIGN(RecordingSink staged,
                       FetchLocal(Reference(repo.path(), LocalRepository::MODE_INDEX, "")));
  EXPECT_THAT(staged.ledger, IsEmpty()) << "the index is reviewed, not the files on disk";
}

TEST(GitSource, RefusesContentThatHasChangedOnDisk) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  repo.Write("a.py", "x = 3\n");
  EXPECT_THAT(ReadLocal(sink.opened.pinned().local(), {Blob(sink.files[0].new_blob_id(), "a.py")}),
              ElementsAre("error: \"a.py\" has changed on disk since the change was read; start "
                          "again"));
}

TEST(GitSource, ReadsAFileWithConvertedLineEndsAsTheDiffShowsIt) {
  GitFixture repo;
  repo.Write(".gitattributes", "*.py text eol=crlf\n");
  repo.Write("a.py", "x = 1\r\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\r\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD"}));
  EXPECT_EQ(sink.files[0].new_blob_id(), GitBlobId("x = 2\n"));
  EXPECT_THAT(ReadLocal(sink.opened.pinned().local(), {Blob(GitBlobId("x = 2\n"), "a.py")}),
              ElementsAre("x = 2\n"));
}

TEST(GitSource, ComparesTheIndex) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Write("b.py", "y = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Git({"add", "a.py"});
  repo.Write("a.py", "x = 3\n");
  repo.Write("b.py", "y = 3\n");
  LocalRepository reference = Reference(repo.path(), LocalRepository::MODE_INDEX, "");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("M a.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"--cached"}));
  EXPECT_EQ(sink.files[0].old_blob_id(), GitBlobId("x = 1\n"));
  EXPECT_EQ(sink.files[0].new_blob_id(), GitBlobId("x = 2\n"));
  const LocalRepository& pinned = sink.opened.pinned().local();
  EXPECT_THAT(ReadLocal(pinned, {Blob(GitBlobId("x = 2\n"), "a.py")}), ElementsAre("x = 2\n"));
  EXPECT_THAT(ListLocal(pinned, change::v1::SIDE_RIGHT),
              ElementsAre("a.py " + GitBlobId("x = 2\n"), "b.py " + GitBlobId("y = 1\n")));
}

TEST(GitSource, LeavesTheIndexOfTheRepositoryAlone) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  std::string index = repo.path() + "/.git/index";
  // Same content, new time: git would refresh its index.
  std::filesystem::last_write_time(repo.path() + "/a.py",
                                   std::filesystem::last_write_time(index) - std::chrono::hours(1));
  auto before = std::filesystem::last_write_time(index);
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  EXPECT_THAT(sink.files, IsEmpty());
  EXPECT_EQ(sink.diff, "");
  EXPECT_EQ(std::filesystem::last_write_time(index), before);
}

TEST(GitSource, ReportsMergeConflictsOfTheIndexAsNotFetched) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Git({"switch", "--quiet", "--create", "topic"});
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Topic");
  repo.Git({"switch", "--quiet", "main"});
  repo.Write("a.py", "x = 3\n");
  repo.Commit("Main");
  repo.Git({"-c", "alias.try=!git merge topic >/dev/null 2>&1 || true", "try"});
  LocalRepository index = Reference(repo.path(), LocalRepository::MODE_INDEX, "");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(index));
  ASSERT_EQ(sink.ledger.size(), 1u);
  EXPECT_EQ(sink.ledger[0].path(), "a.py");
  EXPECT_EQ(sink.ledger[0].hunk(), -1);
  EXPECT_EQ(sink.ledger[0].state(), change::v1::LedgerEntry::STATE_NOT_FETCHED);
  EXPECT_THAT(ListLocal(index, change::v1::SIDE_RIGHT),
              ElementsAre("a.py " + GitBlobId("x = 3\n")));

  // On disk is a file with conflict markers, which can be read like any other.
  ASSERT_OK_AND_ASSIGN(RecordingSink disk, FetchLocal(WorkingTree(repo)));
  EXPECT_THAT(disk.ledger, IsEmpty());
  EXPECT_THAT(disk.diff, HasSubstr("\n+<<<<<<< HEAD\n"));
  EXPECT_THAT(ListLocal(WorkingTree(repo), change::v1::SIDE_RIGHT),
              ElementsAre("a.py " + disk.files[0].new_blob_id()));
}

TEST(GitSource, NeverFollowsALinkOutOfTheWorkTree) {
  GitFixture repo;
  TemporaryFolder outside;
  outside.Write("secret", "top secret\n");
  repo.Write("sub/a.py", "x = 1\n");
  repo.Commit("First");
  repo.Remove("sub");
  ASSERT_EQ(symlink(outside.path().c_str(), (repo.path() + "/sub").c_str()), 0);
  ASSERT_EQ(symlink((outside.path() + "/secret").c_str(), (repo.path() + "/link").c_str()), 0);
  std::string id = GitBlobId("top secret\n");
  std::vector<std::string> contents =
      ReadLocal(WorkingTree(repo),
                {Blob(id, "sub/secret"), Blob(id, "link"), Blob(id, outside.path() + "/secret"),
                 Blob(id, ".git/HEAD"), Blob(id, "../" + outside.path().substr(5) + "/secret")});
  ASSERT_EQ(contents.size(), 5u);
  for (const std::string& content : contents) EXPECT_THAT(content, HasSubstr("error: "));
}

TEST(GitSource, ReadsARepositoryOfLongObjectIds) {
  GitFixture repo({"--object-format=sha256"});
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(WorkingTree(repo)));
  ASSERT_EQ(sink.files.size(), 1u);
  EXPECT_EQ(sink.files[0].new_blob_id() + "\n", repo.Git({"hash-object", "a.py"}));
  EXPECT_THAT(ReadLocal(sink.opened.pinned().local(), {Blob(sink.files[0].old_blob_id()),
                                                       Blob(sink.files[0].new_blob_id(), "a.py")}),
              ElementsAre("x = 1\n", "x = 2\n"));
}

TEST(GitSource, ReadsASplitIndex) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Git({"update-index", "--split-index"});
  repo.Write("b.py", "y = 1\n");
  repo.Git({"add", "b.py"});
  LocalRepository reference = Reference(repo.path(), LocalRepository::MODE_INDEX, "");
  EXPECT_THAT(ListLocal(reference, change::v1::SIDE_RIGHT),
              ElementsAre("a.py " + GitBlobId("x = 1\n"), "b.py " + GitBlobId("y = 1\n")));
}

}  // namespace
}  // namespace allreview::pull_request
