#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/git_source.h"
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using change::v1::LocalRepository;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GitSource, SaysWhenTwoCommitsHaveNoCommonAncestor) {
  GitFixture repo;
  std::string main = repo.Commit("Main");
  repo.Git({"switch", "--quiet", "--orphan", "other"});
  std::string other = repo.Commit("Other");
  EXPECT_THAT(FetchLocal(Reference(repo.path(), LocalRepository::MODE_MERGE_BASE, "main", "other")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       absl::StrCat(
                           "\"", repo.path(), "\" has no common ancestor of ", main, " and ", other,
                           "; fetch more history, or compare the two trees with BASE..HEAD "
                           "instead of BASE...HEAD")));
}

TEST(GitSource, SaysWhatToDoWhenAShallowCloneLacksACommit) {
  GitFixture repo;
  repo.Commit("First");
  repo.Commit("Second");
  GitFixture clone;
  clone.Git({"fetch", "--quiet", "--depth=1", "file://" + repo.path(), "HEAD"});
  clone.Git({"reset", "--quiet", "--hard", "FETCH_HEAD"});
  EXPECT_THAT(FetchLocal(Range(clone, "HEAD~1", "HEAD")),
              StatusIs(absl::StatusCode::kNotFound,
                       absl::StrCat("revision \"HEAD~1\" is no commit of \"", clone.path(),
                                    "\", which is a shallow clone; run `git fetch --unshallow` in "
                                    "it, or check the spelling")));
}

TEST(GitSource, ReviewsAChangeOfWhichACommitInBetweenIsMissing) {
  GitFixture repo;
  repo.Write("a.py", "1\n");
  const std::string first = repo.Commit("First");
  repo.Write("a.py", "2\n");
  const std::string second = repo.Commit("Second");
  repo.Write("a.py", "3\n");
  const std::string third = repo.Commit("Third");
  std::filesystem::remove(
      absl::StrCat(repo.path(), "/.git/objects/", second.substr(0, 2), "/", second.substr(2)));
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(Range(repo, first, third)));
  EXPECT_EQ(sink.files.size(), 1u);
  ASSERT_EQ(sink.diagnostics.size(), 1u);
  EXPECT_EQ(sink.diagnostics[0].code(), "HISTORY_UNREAD");
  EXPECT_THAT(sink.diagnostics[0].hint(), AllOf(HasSubstr(second), HasSubstr("git fetch")));
}

TEST(GitSource, SaysThatRenamesWereNotLookedForAmongTooManyFiles) {
  constexpr int kFiles = 1001;
  for (const bool is_over : {false, true}) {
    GitFixture repo;
    for (int i = 0; i < kFiles; ++i) {
      repo.Write(absl::StrCat("old/", i), absl::StrCat(Lines(1, 10), "old ", i, "\n"));
    }
    repo.Commit("Old");
    for (int i = 0; i < kFiles; ++i) {
      repo.Remove(absl::StrCat("old/", i));
      if (is_over || i < 2) repo.Write(absl::StrCat("new/", i), absl::StrCat("new ", i, "\n"));
    }
    repo.Commit("New");
    ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
    ASSERT_EQ(sink.diagnostics.size(), is_over ? 1u : 0u);
    for (const change::v1::Diagnostic& diagnostic : sink.diagnostics) {
      EXPECT_EQ(diagnostic.code(), "RENAMES_LEFT_OUT");
    }
  }
}

TEST(GitSource, NamesTheRootTreeThatIsMissingAndWhatToDo) {
  for (const bool is_before : {false, true}) {
    GitFixture repo;
    repo.Write("a.py", "1\n");
    const std::string first = repo.Commit("First");
    repo.Write("a.py", "2\n");
    const std::string second = repo.Commit("Second");
    const std::string tree =
        repo.Git({"rev-parse", (is_before ? first : second) + "^{tree}"}).substr(0, 40);
    std::filesystem::remove(
        absl::StrCat(repo.path(), "/.git/objects/", tree.substr(0, 2), "/", tree.substr(2)));
    EXPECT_THAT(FetchLocal(Range(repo, first, second)),
                StatusIs(absl::StatusCode::kFailedPrecondition,
                         AllOf(HasSubstr(tree), HasSubstr("git fetch --unshallow"))));
  }
}

TEST(GitSource, ReadsBlobsInTheOrderOfTheRequest) {
  GitFixture repo;
  repo.Write("a.py", "first\n");
  repo.Write("b.py", "second\n");
  repo.Write("empty", "");
  repo.Write("big", std::string(3 << 20, 'x'));
  repo.Commit("First");
  std::string missing(40, '1');
  std::string commit(repo.Git({"rev-parse", "HEAD"}).substr(0, 40));
  std::string big = GitBlobId(std::string(3 << 20, 'x'));
  EXPECT_THAT(
      ReadLocal(Range(repo, "HEAD", "HEAD"),
                {Blob(GitBlobId("second\n")), Blob(big), Blob(missing), Blob(GitBlobId("")),
                 Blob(commit), Blob(GitBlobId("first\n"))}),
      ElementsAre("second\n",
                  "error: the blob " + big + " has 3145728 bytes, over the limit of 1048576",
                  "error: \"" + missing + "\" does not exist in the repository", "",
                  "error: " + commit + " is a commit, not a file", "first\n"));
}

TEST(GitSource, ReadsThousandsOfBlobs) {
  GitFixture repo;
  std::vector<BlobRef> blobs;
  for (int i = 0; i < 2000; ++i) {
    std::string content = absl::StrCat(Lines(1, 100), i);
    if (i < 20) repo.Write(absl::StrCat("file", i), content);
    blobs.push_back(Blob(GitBlobId(absl::StrCat(Lines(1, 100), i % 20))));
  }
  repo.Commit("First");
  std::vector<std::string> contents = ReadLocal(Range(repo, "HEAD", "HEAD"), blobs);
  ASSERT_EQ(contents.size(), 2000u);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(contents[i], absl::StrCat(Lines(1, 100), i % 20));
}

TEST(GitSource, RefusesABlobIdThatIsNoneAndReadsTheOthers) {
  GitFixture repo;
  repo.Write("a.py", "x\n");
  repo.Commit("First");
  EXPECT_THAT(ReadLocal(Range(repo, "HEAD", "HEAD"),
                        {Blob("HEAD:a.py\nHEAD"), Blob(""), Blob(GitBlobId("x\n"))}),
              ElementsAre("error: \"HEAD:a.py\nHEAD\" is no git object id in full",
                          "error: \"\" is no git object id in full", "x\n"));
}

TEST(GitSource, StopsWhenTheReceiverFails) {
  GitFixture repo;
  repo.Write("a.py", "x\n");
  repo.Commit("First");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(Range(repo, "HEAD", "HEAD"), AllowAll(), {}));
  int calls = 0;
  BlobRef blob = Blob(GitBlobId("x\n"));
  EXPECT_THAT(source->ReadBlobs({blob, blob}, {},
                                [&](const BlobRef&, const absl::StatusOr<absl::string_view>&) {
                                  ++calls;
                                  return absl::CancelledError("enough");
                                }),
              StatusIs(absl::StatusCode::kCancelled, "enough"));
  EXPECT_EQ(calls, 1);
}

TEST(GitSource, NamesTheRevisionThatDoesNotExist) {
  GitFixture repo;
  repo.Commit("First");
  EXPECT_THAT(FetchLocal(Range(repo, "mian", "HEAD")),
              StatusIs(absl::StatusCode::kNotFound,
                       absl::StrCat("revision \"mian\" is no commit of \"", repo.path(),
                                    "\"; check its spelling, or fetch it first")));
  EXPECT_THAT(FetchLocal(Range(repo, std::string(40, '1'), std::string(40, '2'))),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("is no commit of")));
}

TEST(GitSource, RefusesRevisionsThatCouldBeReadAsSomethingElse) {
  GitFixture repo;
  repo.Commit("First");
  std::string leak = repo.folder().path() + "/leak";
  for (const std::string& revision :
       {"--output=" + leak, std::string("-p"), std::string("HEAD\nHEAD"), std::string("a\0b", 3),
        std::string(2000, 'x')}) {
    EXPECT_THAT(FetchLocal(Range(repo, revision, "HEAD")),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("name a branch")));
    EXPECT_THAT(FetchLocal(Range(repo, "HEAD", revision)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("name a branch")));
  }
  EXPECT_FALSE(std::filesystem::exists(leak));
}

TEST(GitSource, SaysWhenAFolderIsNoRepository) {
  TemporaryFolder folder;
  EXPECT_THAT(
      FetchLocal(Reference(folder.path(), LocalRepository::MODE_RANGE, "a", "b")),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               absl::StrCat("\"", folder.path(),
                            "\" is not in a git repository; name a work tree, a .git folder or a "
                            "bare repository")));
  EXPECT_THAT(FetchLocal(Reference(folder.path() + "/none", LocalRepository::MODE_RANGE, "a", "b")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("No such file or directory")));
}

TEST(GitSource, StopsAtTheDeadline) {
  GitFixture repo;
  repo.Commit("First");
  CallControl control;
  control.deadline = std::chrono::steady_clock::now();
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(Range(repo, "HEAD", "HEAD"), AllowAll(), control));
  RecordingSink sink;
  EXPECT_THAT(source->Fetch({}, sink),
              StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("deadline")));
}

TEST(GitSource, StopsWhenTheCallIsCancelled) {
  GitFixture repo;
  repo.Commit("First");
  CallControl control;
  control.is_cancelled = [] { return true; };
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(Range(repo, "HEAD", "HEAD"), AllowAll(), control));
  RecordingSink sink;
  EXPECT_THAT(source->Fetch({}, sink),
              StatusIs(absl::StatusCode::kCancelled, "the call was cancelled"));
}

TEST(GitSource, NeedsAMode) {
  EXPECT_THAT(
      NewGitSource(Reference("/", LocalRepository::MODE_UNSPECIFIED, "a", "b"), AllowAll(), {}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("needs a mode")));
}

}  // namespace
}  // namespace allreview::pull_request
