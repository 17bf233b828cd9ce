#include <sys/stat.h>
#include <unistd.h>

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
#include "services/pull_request/git_source_fixture.h"

namespace allreview::pull_request {
namespace {

using change::v1::LocalRepository;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(GitSource, FetchesARangeInBothDirections) {
  GitFixture repo;
  repo.Write("a.py", Lines(1, 20));
  std::string first = repo.Commit("First");
  repo.Write("a.py", Lines(1, 10) + "new\n" + Lines(11, 20));
  std::string second = repo.Commit("Second");

  ASSERT_OK_AND_ASSIGN(RecordingSink forward, FetchLocal(Range(repo, first, second)));
  EXPECT_THAT(Describe(forward.files), ElementsAre("M a.py"));
  EXPECT_EQ(forward.diff, repo.Diff({first, second}));
  EXPECT_THAT(forward.diff, HasSubstr("\n+new\n"));

  ASSERT_OK_AND_ASSIGN(RecordingSink backward, FetchLocal(Range(repo, second, first)));
  EXPECT_EQ(backward.diff, repo.Diff({second, first}));
  EXPECT_THAT(backward.diff, HasSubstr("\n-new\n"));
  EXPECT_THAT(backward.opened.info().commits(), IsEmpty());
}

LocalRepository Tree(const GitFixture& repo, const std::vector<std::string>& paths) {
  LocalRepository reference = Reference(repo.path(), LocalRepository::MODE_TREE, "", "main");
  for (const std::string& path : paths) reference.add_paths(path);
  reference.add_suffixes(".py");
  return reference;
}

TEST(GitSource, TakesANameForTheModuleOrThePackage) {
  GitFixture repo;
  for (const char* path : {"pkg/stream.py", "pkg/test_stream.py", "stream.py", "lib/stream/a.py",
                           "lib/stream/deep/b.py", "lib/stream/notes.md", "tests/stream/test_a.py",
                           "lib/upstream/c.py"}) {
    repo.Write(path, absl::StrCat(path, "\n"));
  }
  repo.Commit("First");
  LocalRepository reference = Reference(repo.path(), LocalRepository::MODE_TREE, "", "main");
  reference.add_suffixes("/stream.py");
  reference.add_suffixes("/stream/");
  ASSERT_OK_AND_ASSIGN(const RecordingSink sink, FetchLocal(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A lib/stream/a.py", "A lib/stream/deep/b.py",
                                                "A pkg/stream.py", "A stream.py"));
}

TEST(GitSource, FetchesATreeAsIfAllOfItWereNew) {
  GitFixture repo;
  repo.Write("a.py", "a = 1\n");
  repo.Write("notes.md", "no\n");
  repo.Write("pkg/b.py", "b = 1\n");
  repo.Write("pkg/deep/c.py", "c = 1\n");
  repo.Write("pkg[1]/d.py", "d = 1\n");
  const std::string head = repo.Commit("First");

  ASSERT_OK_AND_ASSIGN(RecordingSink all, FetchLocal(Tree(repo, {})));
  EXPECT_THAT(Describe(all.files),
              ElementsAre("A a.py", "A pkg/b.py", "A pkg/deep/c.py", "A pkg[1]/d.py"));
  EXPECT_THAT(all.diff, HasSubstr("\n+c = 1\n"));
  EXPECT_EQ(all.opened.info().head_commit(), head);
  EXPECT_EQ(all.opened.before_tree(), "");
  EXPECT_THAT(ListLocal(Tree(repo, {}), change::v1::SIDE_LEFT), IsEmpty());
  EXPECT_EQ(ListLocal(Tree(repo, {}), change::v1::SIDE_RIGHT).size(), 5);

  const auto files_of = [&](const std::vector<std::string>& paths) {
    const absl::StatusOr<RecordingSink> sink = FetchLocal(Tree(repo, paths));
    return sink.ok() ? Describe(sink->files) : std::vector<std::string>{sink.status().ToString()};
  };
  EXPECT_THAT(files_of({"pkg"}), ElementsAre("A pkg/b.py", "A pkg/deep/c.py"));
  EXPECT_THAT(files_of({"pkg[1]", "a.py"}), ElementsAre("A a.py", "A pkg[1]/d.py"));
  EXPECT_THAT(files_of({"pkg/deep/c.py"}), ElementsAre("A pkg/deep/c.py"));
  EXPECT_THAT(files_of({"none"}), ElementsAre(HasSubstr("has no file \"none\"")));
}

TEST(GitSource, DescribesTheOnlyCommitWithoutMailAddresses) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  std::string first = repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  std::string second = repo.Commit("Raise x\n\nIt was too low.\nMuch.");

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "main")));
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
    ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~2", "HEAD")));
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "main~300", "main")));
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(reference));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A topic.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"main...topic"}));
  EXPECT_EQ(sink.opened.info().base_commit(), main);
  EXPECT_EQ(sink.opened.info().merge_base_commit(), fork);
  EXPECT_EQ(sink.opened.info().title(), "Topic");
  const LocalRepository& pinned = sink.opened.pinned().local();
  EXPECT_EQ(pinned.base(), fork);
  EXPECT_EQ(pinned.head(), topic);
  ASSERT_OK_AND_ASSIGN(RecordingSink again, FetchLocal(pinned));
  EXPECT_EQ(again.diff, sink.diff);
  EXPECT_EQ(again.opened.before_tree(), sink.opened.before_tree());
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(reference));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_EQ(sink.opened.info().repository(), "copy");
  reference.set_mode(LocalRepository::MODE_WORKING_TREE);
  EXPECT_THAT(FetchLocal(reference),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("has no work tree")));
}

TEST(GitSource, FindsTheRepositoryFromAFolderInsideIt) {
  GitFixture repo;
  repo.Write("deep/er/a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("b.py", "x = 1\n");
  repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink,
                       FetchLocal(Reference(repo.path() + "/deep/er", LocalRepository::MODE_RANGE,
                                            "HEAD~1", "HEAD")));
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

  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(Describe(sink.files), ElementsAre("A vendor/lib 160000"));
  EXPECT_EQ(sink.files[0].new_blob_id(), commit);
  EXPECT_THAT(sink.diff, HasSubstr("+Subproject commit " + commit));
  EXPECT_THAT(ReadLocal(Range(repo, "HEAD~1", "HEAD"), {Blob(commit)}),
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
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD~1", "HEAD")));
  EXPECT_THAT(Describe(sink.files),
              ElementsAre("A -option",
                          "A gr\xC3\xBC\xC3\x9F"
                          "e.py",
                          "A \"invalid\\377.py\"", "A line\nbreak.py", "A quo\"te.py"));
  EXPECT_EQ(sink.diff, repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_THAT(ListLocal(Range(repo, "HEAD~1", "HEAD"), change::v1::SIDE_RIGHT, {"e.py"}),
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
  ASSERT_OK_AND_ASSIGN(RecordingSink none, FetchLocal(Range(repo, "HEAD~1", "HEAD"), 0));
  EXPECT_THAT(none.diff, HasSubstr("@@ -20,0 +21 @@"));
  ASSERT_OK_AND_ASSIGN(RecordingSink ten, FetchLocal(Range(repo, "HEAD~1", "HEAD"), 10));
  EXPECT_THAT(ten.diff, HasSubstr("@@ -11,20 +11,21 @@"));
}

TEST(GitSource, TakesAnnotatedTagsAbbreviationsAndUpstreams) {
  GitFixture repo;
  std::string first = repo.Commit("First");
  repo.Git({"tag", "--annotate", "--message", "v", "v1"});
  repo.Git({"clone", "--quiet", ".", "../clone"});
  std::string second = repo.Commit("Second");
  ASSERT_OK_AND_ASSIGN(RecordingSink tag, FetchLocal(Range(repo, "v1", second.substr(0, 10))));
  EXPECT_EQ(tag.opened.info().base_commit(), first);
  EXPECT_EQ(tag.opened.info().head_commit(), second);
  ASSERT_OK_AND_ASSIGN(RecordingSink upstream, FetchLocal(Reference(repo.folder().path() + "/clone",
                                                                    LocalRepository::MODE_RANGE,
                                                                    "main@{upstream}", "main")));
  EXPECT_EQ(upstream.opened.info().base_commit(), first);
}

TEST(GitSource, NamesTheRepositoryByItsOrigin) {
  GitFixture repo;
  repo.Commit("First");
  repo.Git({"remote", "add", "origin", "https://user:secret@git.example.com/team/trainer.git"});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, FetchLocal(Range(repo, "HEAD", "HEAD")));
  EXPECT_EQ(sink.opened.info().repository(), "team/trainer");
}

}  // namespace
}  // namespace allreview::pull_request
