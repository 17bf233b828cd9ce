#include "services/pull_request/git_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "base/utf8.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using change::v1::LocalRepository;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LocalRepository Reference(const std::string& path, LocalRepository::Mode mode,
                          const std::string& base, const std::string& head = "") {
  LocalRepository reference;
  reference.set_path(path);
  reference.set_mode(mode);
  reference.set_base(base);
  reference.set_head(head);
  return reference;
}

LocalRepository Range(const GitFixture& repo, const std::string& base, const std::string& head) {
  return Reference(repo.path(), LocalRepository::MODE_RANGE, base, head);
}

LocalRepository WorkingTree(const GitFixture& repo) {
  return Reference(repo.path(), LocalRepository::MODE_WORKING_TREE, "");
}

absl::StatusOr<RecordingSink> Fetch(const LocalRepository& reference, int context_lines = 3) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  if (!source.ok()) return source.status();
  RecordingSink sink;
  absl::StatusOr<v1::Done> done = (*source)->Fetch({.context_lines = context_lines}, sink);
  if (!done.ok()) return done.status();
  EXPECT_EQ(done->rung(), "git");
  return sink;
}

// The content of each blob, or "error: ...".
std::vector<std::string> ReadBlobs(const LocalRepository& reference,
                                   const std::vector<BlobRef>& blobs, int64_t max_bytes = 1 << 20) {
  std::vector<std::string> contents;
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  EXPECT_OK(source);
  EXPECT_OK((*source)->ReadBlobs(
      blobs, {.max_blob_bytes = max_bytes},
      [&](const BlobRef&, absl::StatusOr<absl::string_view> content) {
        contents.push_back(content.ok() ? std::string(*content)
                                        : absl::StrCat("error: ", content.status().message()));
        return absl::OkStatus();
      }));
  return contents;
}

BlobRef Blob(const std::string& id, const std::string& path = "") {
  BlobRef blob;
  blob.set_blob_id(id);
  blob.set_path(path);
  blob.set_side(change::v1::SIDE_RIGHT);
  return blob;
}

std::vector<std::string> ListTree(const LocalRepository& reference, change::v1::Side side,
                                  const std::vector<std::string>& suffixes = {}) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewGitSource(reference, AllowAll(), {});
  EXPECT_OK(source);
  absl::StatusOr<std::vector<v1::TreeEntry>> entries = (*source)->ListTree(side, suffixes);
  EXPECT_OK(entries);
  std::vector<std::string> lines;
  for (const v1::TreeEntry& entry : *entries) {
    lines.push_back(absl::StrCat(entry.path(), " ", entry.blob_id()));
  }
  return lines;
}

std::string Lines(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) absl::StrAppend(&text, "line ", i, "\n");
  return text;
}

TEST(GitSource, FetchesARangeInBothDirections) {
  GitFixture repo;
  repo.Write("a.py", Lines(1, 20));
  std::string first = repo.Commit("First");
  repo.Write("a.py", Lines(1, 10) + "new\n" + Lines(11, 20));
  std::string second = repo.Commit("Second");

  ASSERT_OK_AND_ASSIGN(RecordingSink forward, Fetch(Range(repo, first, second)));
  EXPECT_THAT(Describe(forward.files), ElementsAre("M a.py"));
  EXPECT_EQ(forward.diff, repo.Diff({first, second}));
  EXPECT_THAT(forward.diff, HasSubstr("\n+new\n"));

  ASSERT_OK_AND_ASSIGN(RecordingSink backward, Fetch(Range(repo, second, first)));
  EXPECT_EQ(backward.diff, repo.Diff({second, first}));
  EXPECT_THAT(backward.diff, HasSubstr("\n-new\n"));
  EXPECT_THAT(backward.opened.info().commits(), IsEmpty());
}

TEST(GitSource, DescribesTheOnlyCommitWithoutMailAddresses) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  std::string first = repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  std::string second = repo.Commit("Raise x\n\nIt was too low.\nMuch.");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~1", "main")));
  const change::v1::ChangeInfo& info = sink.opened.info();
  EXPECT_EQ(info.title(), "Raise x");
  EXPECT_EQ(info.body(), "It was too low.\nMuch.");
  EXPECT_EQ(info.author(), "Ada Author");
  EXPECT_EQ(info.repository(), "work");
  EXPECT_EQ(info.base_ref(), "HEAD~1");
  EXPECT_EQ(info.head_ref(), "main");
  EXPECT_EQ(info.base_commit(), first);
  EXPECT_EQ(info.head_commit(), second);
  EXPECT_EQ(info.merge_base_commit(), first);
  EXPECT_TRUE(info.has_content());
  ASSERT_EQ(info.commits_size(), 1);
  EXPECT_EQ(info.commits(0).id(), second);
  EXPECT_EQ(info.commits(0).author(), "Ada Author");
  EXPECT_EQ(sink.opened.before_tree() + "\n", repo.Git({"rev-parse", first + "^{tree}"}));
  EXPECT_EQ(sink.opened.after_tree() + "\n", repo.Git({"rev-parse", second + "^{tree}"}));
}

TEST(GitSource, DescribesACommitAsGitLogDoes) {
  GitFixture repo;
  repo.Commit("Zeroth");
  struct Case {
    const char* name;
    std::vector<std::string> config;
    std::string message;
  };
  const Case kCases[] = {
      {"one line", {}, "Only a subject"},
      {"subject of two lines", {}, "\n\nTwo lines  \nof subject\n\n\nBody\n\n  indented \n\n"},
      {"other encoding", {"-c", "i18n.commitEncoding=ISO-8859-1"}, "Gr\xFCn\n\nSch\xF6n"},
      {"invalid bytes", {}, "Bad \xFF byte"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    repo.Write("../message", c.message);
    std::vector<std::string> commit = c.config;
    commit.insert(commit.end(), {"commit", "--quiet", "--allow-empty", "--cleanup=verbatim",
                                 "--file=../message"});
    repo.Git(commit);
    ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~1", "HEAD")));
    std::string subject = repo.Git({"log", "-1", "--format=%s"});
    std::string body = repo.Git({"log", "-1", "--format=%b"});
    EXPECT_EQ(sink.opened.info().title(),
              ToDisplayText(absl::StripTrailingAsciiWhitespace(subject)));
    EXPECT_EQ(sink.opened.info().body(), ToDisplayText(absl::StripTrailingAsciiWhitespace(body)));
    EXPECT_EQ(sink.opened.info().author(), "Ada Author");
  }
}

TEST(GitSource, LeavesTheTitleOfSeveralCommitsOpenAndListsThemOldestFirst) {
  GitFixture repo;
  repo.Commit("First");
  repo.Commit("Second");
  repo.Commit("Third");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~2", "HEAD")));
  EXPECT_EQ(sink.opened.info().title(), "");
  ASSERT_EQ(sink.opened.info().commits_size(), 2);
  EXPECT_EQ(sink.opened.info().commits(0).subject(), "Second");
  EXPECT_EQ(sink.opened.info().commits(1).subject(), "Third");
  EXPECT_EQ(sink.diff, "");
}

TEST(GitSource, ListsAtMost250CommitsTheOldestOnes) {
  GitFixture repo;
  std::string input = "commit refs/heads/main\ncommitter C <c@example.com> 1 +0000\ndata 1\n0\n";
  for (int i = 1; i <= 300; ++i) {
    std::string subject = absl::StrCat("commit ", i);
    absl::StrAppend(&input, "commit refs/heads/main\ncommitter C <c@example.com> ", i,
                    " +0000\ndata ", subject.size(), "\n", subject, "\n");
  }
  repo.Write("../stream", input);
  repo.Git({"-c", "alias.import=!git fast-import --quiet < ../stream", "import"});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "main~300", "main")));
  ASSERT_EQ(sink.opened.info().commits_size(), 250);
  EXPECT_EQ(sink.opened.info().commits(0).subject(), "commit 1");
  EXPECT_EQ(sink.opened.info().commits(249).subject(), "commit 250");
}

TEST(GitSource, StartsAtTheMergeBaseAndPinsIt) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  std::string fork = repo.Commit("Fork");
  repo.Git({"switch", "--quiet", "--create", "topic"});
  repo.Write("topic.py", "t = 1\n");
  std::string topic = repo.Commit("Topic");
  repo.Git({"switch", "--quiet", "main"});
  repo.Write("a.py", "x = 2\n");
  std::string main = repo.Commit("Main");

  LocalRepository reference =
      Reference(repo.path(), LocalRepository::MODE_MERGE_BASE, "main", "topic");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A topic.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"main...topic"}));
  EXPECT_EQ(sink.opened.info().base_commit(), main);
  EXPECT_EQ(sink.opened.info().merge_base_commit(), fork);
  EXPECT_EQ(sink.opened.info().title(), "Topic");
  const LocalRepository& pinned = sink.opened.pinned().local();
  EXPECT_EQ(pinned.base(), fork);
  EXPECT_EQ(pinned.head(), topic);
  ASSERT_OK_AND_ASSIGN(RecordingSink again, Fetch(pinned));
  EXPECT_EQ(again.diff, sink.diff);
  EXPECT_EQ(again.opened.before_tree(), sink.opened.before_tree());
}

TEST(GitSource, SaysWhenTwoCommitsHaveNoCommonAncestor) {
  GitFixture repo;
  std::string main = repo.Commit("Main");
  repo.Git({"switch", "--quiet", "--orphan", "other"});
  std::string other = repo.Commit("Other");
  EXPECT_THAT(Fetch(Reference(repo.path(), LocalRepository::MODE_MERGE_BASE, "main", "other")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       absl::StrCat(
                           "\"", repo.path(), "\" has no common ancestor of ", main, " and ", other,
                           "; fetch more history, or compare the two trees with BASE..HEAD "
                           "instead of BASE...HEAD")));
}

TEST(GitSource, ReadsABareRepository) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  repo.Git({"clone", "--quiet", "--bare", ".", "../copy.git"});
  LocalRepository reference =
      Reference(repo.folder().path() + "/copy.git", LocalRepository::MODE_RANGE, "main~1", "main");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(reference));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_EQ(sink.opened.info().repository(), "copy");
  reference.set_mode(LocalRepository::MODE_WORKING_TREE);
  EXPECT_THAT(Fetch(reference),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("has no work tree")));
}

TEST(GitSource, ReadsALinkedWorkTree) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Git({"worktree", "add", "--quiet", "-b", "side", "../linked"});
  repo.folder().Write("linked/a.py", "x = 2\n");
  LocalRepository reference =
      Reference(repo.folder().path() + "/linked", LocalRepository::MODE_WORKING_TREE, "side");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("M a.py"));
}

TEST(GitSource, FindsTheRepositoryFromAFolderInsideIt) {
  GitFixture repo;
  repo.Write("deep/er/a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("b.py", "x = 1\n");
  repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(
      RecordingSink sink,
      Fetch(Reference(repo.path() + "/deep/er", LocalRepository::MODE_RANGE, "HEAD~1", "HEAD")));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A b.py"));
  EXPECT_EQ(sink.opened.pinned().local().path(), repo.path());
}

TEST(GitSource, ListsEveryKindOfChange) {
  GitFixture repo;
  repo.Write("deleted.py", "gone\n");
  repo.Write("old_name.py", Lines(1, 30));
  repo.Write("script.sh", "echo\n");
  repo.Write("becomes_link", "target\n");
  repo.Write("binary.bin", std::string("\0\1\2", 3));
  repo.Commit("First");
  repo.Remove("deleted.py");
  repo.Remove("old_name.py");
  repo.Write("new_name.py", Lines(1, 30) + "more\n");
  ASSERT_EQ(chmod((repo.path() + "/script.sh").c_str(), 0755), 0);
  repo.Remove("becomes_link");
  ASSERT_EQ(symlink("script.sh", (repo.path() + "/becomes_link").c_str()), 0);
  ASSERT_EQ(symlink("/etc/hostname", (repo.path() + "/link").c_str()), 0);
  repo.Write("binary.bin", std::string("\0\1\3", 3));
  repo.Write("empty", "");
  repo.Commit("Second");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(
      Describe(sink.files),
      ElementsAre("T becomes_link 120000", "M binary.bin", "D deleted.py", "A empty",
                  "A link 120000", "R097 old_name.py -> new_name.py", "M script.sh 100755"));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_EQ(sink.files[4].new_blob_id(), GitBlobId("/etc/hostname"));
  EXPECT_EQ(sink.files[4].old_blob_id(), "");
  EXPECT_EQ(sink.files[2].new_mode(), 0u);
}

TEST(GitSource, ListsASubmoduleAsItsCommit) {
  GitFixture repo;
  repo.Commit("First");
  std::string commit(40, 'a');
  repo.Git({"update-index", "--add", "--cacheinfo", "160000," + commit + ",vendor/lib"});
  repo.Git({"commit", "--quiet", "--message", "Add a submodule"});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A vendor/lib 160000"));
  EXPECT_EQ(sink.files[0].new_blob_id(), commit);
  EXPECT_THAT(sink.diff, HasSubstr("+Subproject commit " + commit));
  EXPECT_THAT(ReadBlobs(Range(repo, "HEAD~1", "HEAD"), {Blob(commit)}),
              ElementsAre("error: \"" + commit + "\" does not exist in the repository"));
}

TEST(GitSource, KeepsPathsThatAreHardToWrite) {
  GitFixture repo;
  repo.Commit("First");
  repo.Write(
      "gr\xC3\xBC\xC3\x9F"
      "e.py",
      "a\n");
  repo.Write("line\nbreak.py", "b\n");
  repo.Write("quo\"te.py", "c\n");
  repo.Write("invalid\xFF.py", "d\n");
  repo.Write("-option", "e\n");
  repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(Describe(sink.files),
              ElementsAre("A -option",
                          "A gr\xC3\xBC\xC3\x9F"
                          "e.py",
                          "A \"invalid\\377.py\"", "A line\nbreak.py", "A quo\"te.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_THAT(ListTree(Range(repo, "HEAD~1", "HEAD"), change::v1::SIDE_RIGHT, {"e.py"}),
              ElementsAre("gr\xC3\xBC\xC3\x9F"
                          "e.py " +
                              GitBlobId("a\n"),
                          "quo\"te.py " + GitBlobId("c\n")));
}

TEST(GitSource, GivesAsMuchContextAsAsked) {
  GitFixture repo;
  repo.Write("a.py", Lines(1, 40));
  repo.Commit("First");
  repo.Write("a.py", Lines(1, 20) + "new\n" + Lines(21, 40));
  repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(RecordingSink none, Fetch(Range(repo, "HEAD~1", "HEAD"), 0));
  EXPECT_THAT(none.diff, HasSubstr("@@ -20,0 +21 @@"));
  ASSERT_OK_AND_ASSIGN(RecordingSink ten, Fetch(Range(repo, "HEAD~1", "HEAD"), 10));
  EXPECT_THAT(ten.diff, HasSubstr("@@ -11,20 +11,21 @@"));
}

TEST(GitSource, TakesAnnotatedTagsAbbreviationsAndUpstreams) {
  GitFixture repo;
  std::string first = repo.Commit("First");
  repo.Git({"tag", "--annotate", "--message", "v", "v1"});
  repo.Git({"clone", "--quiet", ".", "../clone"});
  std::string second = repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(RecordingSink tag, Fetch(Range(repo, "v1", second.substr(0, 10))));
  EXPECT_EQ(tag.opened.info().base_commit(), first);
  EXPECT_EQ(tag.opened.info().head_commit(), second);
  ASSERT_OK_AND_ASSIGN(RecordingSink upstream,
                       Fetch(Reference(repo.folder().path() + "/clone", LocalRepository::MODE_RANGE,
                                       "main@{upstream}", "main")));
  EXPECT_EQ(upstream.opened.info().base_commit(), first);
}

TEST(GitSource, NamesTheRepositoryByItsOrigin) {
  GitFixture repo;
  repo.Commit("First");
  repo.Git({"remote", "add", "origin", "https://user:secret@git.example.com/team/trainer.git"});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Range(repo, "HEAD", "HEAD")));
  EXPECT_EQ(sink.opened.info().repository(), "team/trainer");
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

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(WorkingTree(repo)));
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
      ReadBlobs(pinned, {Blob(GitBlobId("x = 2\n"), "a.py"), Blob(GitBlobId("a.py"), "type"),
                         Blob(GitBlobId("z = 1\n"), "kept.py")}),
      ElementsAre("x = 2\n", "a.py", "z = 1\n"));
  EXPECT_THAT(ListTree(pinned, change::v1::SIDE_RIGHT, {".py", "type"}),
              ElementsAre("a.py " + GitBlobId("x = 2\n"), "kept.py " + GitBlobId("z = 1\n"),
                          "staged.py " + GitBlobId("s = 1\n"), "type " + GitBlobId("a.py")));
  EXPECT_THAT(ListTree(pinned, change::v1::SIDE_LEFT, {"b.py"}),
              ElementsAre("b.py " + GitBlobId("y = 1\n")));
}

TEST(GitSource, RefusesContentThatHasChangedOnDisk) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(WorkingTree(repo)));
  repo.Write("a.py", "x = 3\n");
  EXPECT_THAT(ReadBlobs(sink.opened.pinned().local(), {Blob(sink.files[0].new_blob_id(), "a.py")}),
              ElementsAre("error: \"a.py\" has changed on disk since the change was read; start "
                          "again"));
}

TEST(GitSource, ReadsAFileWithConvertedLineEndsAsTheDiffShowsIt) {
  GitFixture repo;
  repo.Write(".gitattributes", "*.py text eol=crlf\n");
  repo.Write("a.py", "x = 1\r\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\r\n");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(WorkingTree(repo)));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD"}));
  EXPECT_EQ(sink.files[0].new_blob_id(), GitBlobId("x = 2\n"));
  EXPECT_THAT(ReadBlobs(sink.opened.pinned().local(), {Blob(GitBlobId("x = 2\n"), "a.py")}),
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("M a.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"--cached"}));
  EXPECT_EQ(sink.files[0].old_blob_id(), GitBlobId("x = 1\n"));
  EXPECT_EQ(sink.files[0].new_blob_id(), GitBlobId("x = 2\n"));
  const LocalRepository& pinned = sink.opened.pinned().local();
  EXPECT_THAT(ReadBlobs(pinned, {Blob(GitBlobId("x = 2\n"), "a.py")}), ElementsAre("x = 2\n"));
  EXPECT_THAT(ListTree(pinned, change::v1::SIDE_RIGHT),
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(WorkingTree(repo)));
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(index));
  ASSERT_EQ(sink.ledger.size(), 1u);
  EXPECT_EQ(sink.ledger[0].path(), "a.py");
  EXPECT_EQ(sink.ledger[0].hunk(), -1);
  EXPECT_EQ(sink.ledger[0].state(), change::v1::LedgerEntry::STATE_NOT_FETCHED);
  EXPECT_THAT(ListTree(index, change::v1::SIDE_RIGHT), ElementsAre("a.py " + GitBlobId("x = 3\n")));

  // On disk is a file with conflict markers, which can be read like any other.
  ASSERT_OK_AND_ASSIGN(RecordingSink disk, Fetch(WorkingTree(repo)));
  EXPECT_THAT(disk.ledger, IsEmpty());
  EXPECT_THAT(disk.diff, HasSubstr("\n+<<<<<<< HEAD\n"));
  EXPECT_THAT(ListTree(WorkingTree(repo), change::v1::SIDE_RIGHT),
              ElementsAre("a.py " + disk.files[0].new_blob_id()));
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
      ReadBlobs(Range(repo, "HEAD", "HEAD"),
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
  std::vector<std::string> contents = ReadBlobs(Range(repo, "HEAD", "HEAD"), blobs);
  ASSERT_EQ(contents.size(), 2000u);
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(contents[i], absl::StrCat(Lines(1, 100), i % 20));
}

TEST(GitSource, RefusesABlobIdThatIsNone) {
  GitFixture repo;
  repo.Commit("First");
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitSource(Range(repo, "HEAD", "HEAD"), AllowAll(), {}));
  EXPECT_THAT(source->ReadBlobs({Blob("HEAD:a.py\nHEAD")}, {},
                                [](const BlobRef&, absl::StatusOr<absl::string_view>) {
                                  return absl::OkStatus();
                                }),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no git object id in full")));
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
                                [&](const BlobRef&, absl::StatusOr<absl::string_view>) {
                                  ++calls;
                                  return absl::CancelledError("enough");
                                }),
              StatusIs(absl::StatusCode::kCancelled, "enough"));
  EXPECT_EQ(calls, 1);
}

TEST(GitSource, NamesTheRevisionThatDoesNotExist) {
  GitFixture repo;
  repo.Commit("First");
  EXPECT_THAT(Fetch(Range(repo, "mian", "HEAD")),
              StatusIs(absl::StatusCode::kNotFound,
                       absl::StrCat("revision \"mian\" is no commit of \"", repo.path(),
                                    "\"; check its spelling, or fetch it first")));
  EXPECT_THAT(Fetch(Range(repo, std::string(40, '1'), std::string(40, '2'))),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("is no commit of")));
}

TEST(GitSource, RefusesRevisionsThatCouldBeReadAsSomethingElse) {
  GitFixture repo;
  repo.Commit("First");
  std::string leak = repo.folder().path() + "/leak";
  for (const std::string& revision :
       {"--output=" + leak, std::string("-p"), std::string("HEAD\nHEAD"), std::string("a\0b", 3),
        std::string(2000, 'x')}) {
    EXPECT_THAT(Fetch(Range(repo, revision, "HEAD")),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("name a branch")));
    EXPECT_THAT(Fetch(Range(repo, "HEAD", revision)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("name a branch")));
  }
  EXPECT_FALSE(std::filesystem::exists(leak));
}

TEST(GitSource, SaysWhenAFolderIsNoRepository) {
  TemporaryFolder folder;
  EXPECT_THAT(
      Fetch(Reference(folder.path(), LocalRepository::MODE_RANGE, "a", "b")),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               absl::StrCat("\"", folder.path(),
                            "\" is not in a git repository; name a work tree, a .git folder or a "
                            "bare repository")));
  EXPECT_THAT(Fetch(Reference(folder.path() + "/none", LocalRepository::MODE_RANGE, "a", "b")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("No such file or directory")));
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
      ReadBlobs(WorkingTree(repo),
                {Blob(id, "sub/secret"), Blob(id, "link"), Blob(id, outside.path() + "/secret"),
                 Blob(id, ".git/HEAD"), Blob(id, "../" + outside.path().substr(5) + "/secret")});
  ASSERT_EQ(contents.size(), 5u);
  for (const std::string& content : contents) EXPECT_THAT(content, HasSubstr("error: "));
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
