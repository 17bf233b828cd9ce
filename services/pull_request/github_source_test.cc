// What the source makes of a pull request on GitHub: cases of the change itself. Limits, errors and
// addresses are in github_faults_test.cc.

#include "services/pull_request/github_source.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/github_fixture.h"

namespace allreview::pull_request {
namespace {

using fakes::FakePullRequest;
using fakes::GitHubServer;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::string Numbered(const std::string& word, int first, int end) {
  std::string text;
  for (int i = first; i < end; ++i) absl::StrAppend(&text, word, " ", i, "\n");
  return text;
}

FakePullRequest SmallChange() {
  FakePullRequest pull;
  pull.before["README.md"] = {"# Train\n"};
  pull.before["train.py"] = {"import torch\n\nlr = 1\nsteps = 2\n"};
  pull.before["old.py"] = {"unused = True\n"};
  pull.after["README.md"] = {"# Train\n"};
  pull.after["train.py"] = {"import torch\n\nlr = 3\nsteps = 2\n"};
  pull.after["new/step.py"] = {"def step():\n    pass\n"};
  return pull;
}

FakePullRequest ManyFiles(int count) {
  FakePullRequest pull;
  for (int i = 0; i < count; ++i) {
    pull.after[absl::StrCat("gen/file", 10000 + i, ".py")] = {absl::StrCat("n = ", i, "\n")};
  }
  return pull;
}

// GitHub refuses the diff, so that the file list is used.
void RefuseDiff(GitHubServer& server) {
  server.Inject({.matches = fakes::IsDiff(),
                 .times = -1,
                 .respond = fakes::Always(fakes::TooLarge(406, "Sorry, the diff exceeded"))});
}

absl::StatusOr<Fetched> FetchByFiles(const FakePullRequest& pull) {
  GitHubServer server;
  FakeClock clock;
  RefuseDiff(server);
  server.SetPullRequest(pull);
  return FetchFrom(OptionsFor(server, clock));
}

TEST(GitHubSource, Case01FetchesTheDiff) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.diff, fakes::DiffText(fakes::Changes(pull)));
  EXPECT_EQ(fetched.done.rung(), "diff-media");
  EXPECT_THAT(Describe(fetched.sink.files), ElementsAre("A new/step.py", "D old.py", "M train.py"));
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
  EXPECT_THAT(fetched.sink.diagnostics, IsEmpty());
}

TEST(GitHubSource, AsksSixRequestsOfWhichTheLastIsFree) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(SmallChange());
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(server.requests().size(), 6u);
  EXPECT_EQ(fetched.done.requests(), 6);
  EXPECT_EQ(fetched.done.cached(), 1);
  EXPECT_EQ(server.rate_used(), 5);
}

TEST(GitHubSource, SendsTheHeadersThatGitHubWants) {
  GitHubServer server({.token = "t0ken"});
  FakeClock clock;
  server.SetPullRequest(SmallChange());
  GitHubOptions options = OptionsFor(server, clock);
  options.token = "t0ken";
  ASSERT_OK(FetchFrom(options));
  fakes::ServedRequest request = server.requests().at(0);
  EXPECT_THAT(request.header("user-agent"), StartsWith("AllReview/"));
  EXPECT_EQ(request.header("x-github-api-version"), "2022-11-28");
  EXPECT_EQ(request.header("accept"), "application/vnd.github+json");
  EXPECT_EQ(request.header("authorization"), "Bearer t0ken");
}

TEST(GitHubSource, TellsAllThatIsKnownOfTheChange) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.labels = {"performance", "size/S"};
  pull.is_draft = true;
  pull.commit_messages = {"Move step\n\nIt was in the way.", "Tune lr"};
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  const change::v1::ChangeInfo& info = fetched.sink.opened.info();
  EXPECT_EQ(info.repository(), "acme/train");
  EXPECT_EQ(info.repository_id(), 4242);
  EXPECT_EQ(info.number(), 7);
  EXPECT_EQ(info.title(), "Fuse the optimizer step");
  EXPECT_EQ(info.body(), "One kernel instead of four.");
  EXPECT_EQ(info.author(), "mara");
  EXPECT_EQ(info.base_ref(), "main");
  EXPECT_EQ(info.head_ref(), "fuse-step");
  EXPECT_EQ(info.base_commit(), pull.base_sha());
  EXPECT_EQ(info.head_commit(), pull.head_sha());
  EXPECT_EQ(info.merge_base_commit(), pull.merge_base_sha());
  EXPECT_TRUE(info.is_draft());
  EXPECT_EQ(info.state(), "open");
  EXPECT_THAT(info.labels(), ElementsAre("performance", "size/S"));
  ASSERT_EQ(info.commits_size(), 2);
  EXPECT_EQ(info.commits(0).subject(), "Move step");
  EXPECT_EQ(info.commits(0).body(), "It was in the way.");
  EXPECT_EQ(info.commits(1).id(), pull.head_sha());
  EXPECT_EQ(info.commits(1).author(), "mara");
  EXPECT_EQ(info.url(), "https://github.example/acme/train/pull/7");
  EXPECT_EQ(info.announced().files(), 3);
  EXPECT_EQ(info.announced().additions(), 3);
  EXPECT_EQ(info.announced().deletions(), 2);
  EXPECT_FALSE(info.is_fork());
  EXPECT_TRUE(info.has_content());
  EXPECT_EQ(fetched.sink.opened.before_tree(), pull.before_tree());
  EXPECT_EQ(fetched.sink.opened.after_tree(), pull.after_tree());
  EXPECT_EQ(fetched.sink.opened.pinned().github().api_base(), server.api_base());
}

TEST(GitHubSource, SaysThatAMergedPullRequestIsMerged) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.state = "closed";
  pull.is_merged = true;
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.opened.info().state(), "merged");
}

TEST(GitHubSource, ListsAtMost250Commits) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  for (int i = 0; i < 320; ++i) pull.commit_messages.push_back(absl::StrCat("Step ", i));
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.opened.info().commits_size(), 250);
  EXPECT_EQ(fetched.sink.opened.info().commits(249).subject(), "Step 248");
  EXPECT_EQ(fetched.sink.opened.after_tree(), pull.after_tree());
}

TEST(GitHubSource, GivesFullBlobIdsAndModesOfBothSides) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  const change::v1::FileEntry& train = fetched.sink.files.at(2);
  EXPECT_EQ(train.old_blob_id(), GitBlobId(pull.before["train.py"].content));
  EXPECT_EQ(train.new_blob_id(), GitBlobId(pull.after["train.py"].content));
  EXPECT_EQ(train.old_mode(), 0100644u);
  const change::v1::FileEntry& added = fetched.sink.files.at(0);
  EXPECT_EQ(added.old_blob_id(), "");
  EXPECT_EQ(added.old_mode(), 0u);
  EXPECT_EQ(added.new_blob_id(), GitBlobId(pull.after["new/step.py"].content));
}

TEST(GitHubSource, Case02UsesTheFileListWhenTheDiffHasTooManyFiles) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = ManyFiles(301);
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.done.rung(), "files-pages");
  EXPECT_EQ(fetched.sink.files.size(), 301u);
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
  EXPECT_THAT(fetched.sink.diagnostics, IsEmpty());
}

TEST(GitHubSource, Case03UsesTheFileListWhenTheDiffHasTooManyLines) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.after["table.py"] = {Numbered("# row", 0, 20'001)};
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.done.rung(), "files-pages");
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
}

TEST(GitHubSource, Case04BelievesTheCodeTooLargeWhateverTheStatus) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  server.Inject({.matches = fakes::IsDiff(),
                 .respond = fakes::Always(fakes::TooLarge(422, "Unprocessable"))});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.done.rung(), "files-pages");
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
}

TEST(GitHubSource, Case05FollowsTheLinksOfTheFileList) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = ManyFiles(250);
  server.SetPullRequest(pull);
  RefuseDiff(server);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.files.size(), 250u);
  EXPECT_EQ(server.CountRequests("/repos/acme/train/pulls/7/files?per_page=100"), 1);
  EXPECT_EQ(server.CountRequests("/repositories/4242/pulls/7/files?per_page=100&page=2"), 1);
  EXPECT_EQ(server.CountRequests("/repositories/4242/pulls/7/files?per_page=100&page=3"), 1);
  EXPECT_EQ(server.CountRequests("page=4"), 0);
}

TEST(GitHubSource, Case06NamesTheFilesBeyondGitHubsLimit) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(ManyFiles(3412));
  GitHubOptions options = OptionsFor(server, clock);
  options.max_blob_pairs = 5;
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(options));
  EXPECT_EQ(fetched.done.rung(), "blobs");
  EXPECT_EQ(fetched.sink.files.size(), 3412u);
  ASSERT_EQ(fetched.sink.ledger.size(), 407u);
  EXPECT_EQ(Describe(fetched.sink.ledger)[0],
            "gen/file13005.py: GitHub lists 3000 of 3412 changed files, and not this one, and more "
            "than 5 files would have to be read in full; review a local clone");
  EXPECT_THAT(fetched.sink.diff, HasSubstr("+++ b/gen/file13004.py\n@@ -0,0 +1 @@\n+n = 3004\n"));
  EXPECT_THAT(fetched.sink.diff, Not(HasSubstr("file13005")));
  EXPECT_THAT(Describe(fetched.sink.diagnostics),
              ElementsAre("TOTALS_MISMATCH: the diff has 3412 files, +3005 -0 lines; the pull "
                          "request says 3412 files, +3412 -0"));
}

TEST(GitHubSource, CountsTheFilesBeyondGitHubsLimitWhenTheTreesCannotBeListed) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(ManyFiles(3412));
  server.Inject({.matches =
                     [](const fakes::ServedRequest& request) {
                       return absl::StrContains(request.path, "/git/trees/");
                     },
                 .times = -1,
                 .respond = fakes::Always(fakes::ErrorAnswer(404, "Not Found"))});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.files.size(), 3000u);
  ASSERT_EQ(fetched.sink.ledger.size(), 1u);
  EXPECT_THAT(Describe(fetched.sink.ledger)[0],
              AllOf(StartsWith(": GitHub lists 3000 of 3412 changed files; 412 are not known by "
                               "name, because tree "),
                    EndsWith("; review a local clone")));
  EXPECT_THAT(Describe(fetched.sink.diagnostics), Contains(StartsWith("TREES_NOT_LISTED: tree ")));
}

TEST(GitHubSource, Case07DiffsAModifiedFileWithoutPatchFromItsBlobs) {
  FakePullRequest pull = SmallChange();
  pull.without_patch = {"train.py"};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(fetched.done.rung(), "blobs");
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
  EXPECT_THAT(fetched.sink.diagnostics, IsEmpty());
}

TEST(GitHubSource, Case08RecognisesABinaryFile) {
  FakePullRequest pull;
  pull.before["weights.bin"] = {std::string("\0\1\2", 3)};
  pull.after["weights.bin"] = {std::string("\0\1\3", 3)};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_THAT(fetched.sink.diff,
              EndsWith(" 100644\nBinary files a/weights.bin and b/weights.bin differ\n"));
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
  EXPECT_THAT(fetched.sink.diagnostics, IsEmpty());
}

TEST(GitHubSource, RecognisesAHugeBinaryFileByItsStart) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull;
  pull.after["weights.bin"] = {std::string(100'000, '\0')};
  server.SetPullRequest(pull);
  RefuseDiff(server);
  GitHubOptions options = OptionsFor(server, clock);
  options.max_blob_bytes = 50'000;
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(options));
  EXPECT_THAT(fetched.sink.diff, EndsWith("Binary files /dev/null and b/weights.bin differ\n"));
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
}

TEST(GitHubSource, SaysThatAHugeFileWithoutPatchWasNotFetched) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.after["train.py"].content += Numbered("# row", 0, 1000);
  pull.without_patch = {"train.py"};
  server.SetPullRequest(pull);
  RefuseDiff(server);
  GitHubOptions options = OptionsFor(server, clock);
  options.max_blob_bytes = 1000;
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(options));
  EXPECT_THAT(Describe(fetched.sink.ledger),
              ElementsAre("train.py: GitHub gives no patch for it, and with 9921 bytes it is over "
                          "the limit of 1000"));
  EXPECT_THAT(fetched.sink.diff, Not(HasSubstr("train.py")));
  EXPECT_THAT(Describe(fetched.sink.files), Contains("M train.py"));
}

TEST(GitHubSource, Case09ComposesAPureRename) {
  FakePullRequest pull;
  pull.before["a.py"] = pull.after["b.py"] = {"x = 1\n"};
  pull.renames = {{"b.py", "a.py"}};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(fetched.sink.diff,
            "diff --git a/a.py b/b.py\nsimilarity index 100%\nrename from a.py\nrename to b.py\n");
  EXPECT_THAT(Describe(fetched.sink.files), ElementsAre("R100 a.py -> b.py"));
  EXPECT_EQ(fetched.done.rung(), "files-pages");
}

TEST(GitHubSource, Case10ComposesARenameWithAnEdit) {
  FakePullRequest pull;
  pull.before["a.py"] = {Numbered("x", 0, 10)};
  pull.after["b.py"] = {Numbered("x", 0, 8) + "y 8\nx 9\n"};
  pull.renames = {{"b.py", "a.py"}};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_THAT(fetched.sink.diff, HasSubstr("similarity index 90%\nrename from a.py\n"));
  EXPECT_THAT(Describe(fetched.sink.files), ElementsAre("R090 a.py -> b.py"));
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_EQ(fetched.done.rung(), "files-pages");
}

TEST(GitHubSource, Case11ComposesACopy) {
  FakePullRequest pull;
  pull.before["a.py"] = pull.after["a.py"] = {Numbered("x", 0, 10)};
  pull.after["b.py"] = {Numbered("x", 0, 9) + "y\n"};
  pull.copies = {{"b.py", "a.py"}};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_THAT(fetched.sink.diff, HasSubstr("copy from a.py\ncopy to b.py\n"));
  EXPECT_THAT(Describe(fetched.sink.files), ElementsAre("C090 a.py -> b.py"));
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
}

TEST(GitHubSource, Case12ComposesAChangeOfModeOnly) {
  FakePullRequest pull;
  pull.before["run.sh"] = {"echo\n", fakes::kRegular};
  pull.after["run.sh"] = {"echo\n", fakes::kExecutable};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(fetched.sink.diff, "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n");
  EXPECT_EQ(fetched.done.rung(), "files-pages");
}

TEST(GitHubSource, Case13RepairsACutPatchFromTheBlobs) {
  FakePullRequest pull = SmallChange();
  pull.after["train.py"].content += Numbered("# row", 0, 40);
  pull.patch_lines = {{"train.py", 10}};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(fetched.done.rung(), "blobs");
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_THAT(fetched.sink.ledger, IsEmpty());
}

TEST(GitHubSource, RepairsAPatchWhoseBytesWereReplaced) {
  FakePullRequest pull;
  pull.before["latin.py"] = {"x = '\xE9'\n"};
  pull.after["latin.py"] = {"y = '\xE9'\n"};
  pull.patch_override = {{"latin.py", "@@ -1 +1 @@\n-x = '\xEF\xBF\xBD'\n+y = '\xEF\xBF\xBD'"}};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_THAT(fetched.sink.diff, HasSubstr("-x = '\xE9'\n+y = '\xE9'\n"));
}

TEST(GitHubSource, SaysWhyACutPatchCouldNotBeRepaired) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.after["train.py"].content += Numbered("# row", 0, 40);
  pull.patch_lines = {{"train.py", 10}};
  server.SetPullRequest(pull);
  RefuseDiff(server);
  server.Inject({.matches =
                     [](const fakes::ServedRequest& request) {
                       return absl::StrContains(request.path, "/git/blobs/");
                     },
                 .times = -1,
                 .respond = fakes::Always(fakes::ErrorAnswer(404, "Not Found"))});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  ASSERT_EQ(fetched.sink.ledger.size(), 1u);
  EXPECT_THAT(Describe(fetched.sink.ledger)[0],
              AllOf(StartsWith("train.py: its patch is not whole: line "),
                    HasSubstr("GitHub answered 404 \"Not Found\"")));
  EXPECT_THAT(fetched.sink.diff, Not(HasSubstr("train.py")));
}

TEST(GitHubSource, ComposesDeletionsEmptyFilesAndMissingFinalNewlines) {
  FakePullRequest pull;
  pull.before["gone.py"] = {"a\nb"};
  pull.before["empty_gone.py"] = {""};
  pull.before["end.py"] = {"a\nb"};
  pull.after["end.py"] = {"a\nc\n"};
  pull.after["empty.py"] = {""};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_EQ(fetched.done.rung(), "files-pages");
}

TEST(GitHubSource, QuotesPathsAsGitDoes) {
  FakePullRequest pull;
  pull.after["a b/tab\there.py"] = {"x\n"};
  pull.after["caf\xC3\xA9.py"] = {"x\n"};
  pull.after["say\"hi\".py"] = {"x\n"};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
  EXPECT_THAT(fetched.sink.diff, HasSubstr("diff --git \"a/caf\\303\\251.py\""));
}

TEST(GitHubSource, ComposesAFileThatBecameALink) {
  FakePullRequest pull;
  pull.before["conf.py"] = {"x = 1\n"};
  pull.after["conf.py"] = {"other.py", fakes::kSymlink};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  EXPECT_THAT(Describe(fetched.sink.files), ElementsAre("T conf.py 120000"));
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
}

TEST(GitHubSource, ComposesASubmoduleWithoutReadingBlobs) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull;
  pull.before["third_party/te"] = {fakes::FakeId("one"), fakes::kSubmodule};
  pull.after["third_party/te"] = {fakes::FakeId("two"), fakes::kSubmodule};
  server.SetPullRequest(pull);
  RefuseDiff(server);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(fetched.sink.diff,
              EndsWith(absl::StrCat("\n@@ -1 +1 @@\n-Subproject commit ", fakes::FakeId("one"),
                                    "\n+Subproject commit ", fakes::FakeId("two"), "\n")));
  for (const fakes::ServedRequest& request : server.requests()) {
    EXPECT_THAT(request.path, Not(HasSubstr("/git/blobs/")));
  }
}

TEST(GitHubSource, ComposesTheSameDiffAsGitHub) {
  FakePullRequest pull = SmallChange();
  pull.before["run.sh"] = {"echo a\n", fakes::kRegular};
  pull.after["run.sh"] = {"echo b\n", fakes::kExecutable};
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchByFiles(pull));
  std::string expected = fakes::DiffText(fakes::Changes(pull));
  // GitHub cuts ids, we do not.
  for (const fakes::FakeChange& change : fakes::Changes(pull)) {
    for (const auto& file : {change.before, change.after}) {
      std::string id = file ? file->id() : std::string(40, '0');
      size_t at = 0;
      while ((at = expected.find(id.substr(0, 9), at)) != std::string::npos) {
        if (expected.compare(at, 40, id) != 0) expected.replace(at, 9, id);
        at += 40;
      }
    }
  }
  EXPECT_EQ(fetched.sink.diff, expected);
}

TEST(GitHubSource, Case14ReadsAnewWhenTheHeadMoves) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = ManyFiles(150);
  server.SetPullRequest(pull);
  RefuseDiff(server);
  FakePullRequest pushed = pull;
  pushed.after["gen/late.py"] = {"late = 1\n"};
  server.Inject({.matches = fakes::PathEndsWith("/files"),
                 .skip = 1,
                 .respond = [&](const fakes::ServedRequest&) {
                   server.SetPullRequest(pushed);
                   return std::nullopt;
                 }});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_EQ(fetched.sink.opened.info().head_commit(), pushed.head_sha());
  EXPECT_EQ(fetched.sink.opened.after_tree(), pushed.after_tree());
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pushed.after);
}

TEST(GitHubSource, GivesUpWhenTheHeadKeepsMoving) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  int pushes = 0;
  server.Inject({.matches = fakes::IsDiff(), .times = -1, .respond = [&](const auto&) {
                   pull.after["train.py"].content += absl::StrCat("# ", ++pushes, "\n");
                   server.SetPullRequest(pull);
                   return std::nullopt;
                 }});
  EXPECT_THAT(
      FetchFrom(OptionsFor(server, clock)),
      StatusIs(absl::StatusCode::kUnavailable,
               "pull request 7 of \"acme/train\": its head moved 3 times while it was read; "
               "try again when nobody pushes to it"));
  EXPECT_EQ(pushes, 3);
}

TEST(GitHubSource, Case15AcceptsAHeadWhoseForkIsGone) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.is_fork_gone = true;
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_TRUE(fetched.sink.opened.info().is_fork());
  EXPECT_EQ(fetched.sink.opened.info().head_repository(), "");
  EXPECT_EQ(fetched.sink.diff, fakes::DiffText(fakes::Changes(pull)));
}

TEST(GitHubSource, NamesTheForkOfTheHead) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  pull.fork = "lou/train";
  server.SetPullRequest(pull);
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_TRUE(fetched.sink.opened.info().is_fork());
  EXPECT_EQ(fetched.sink.opened.info().head_repository(), "lou/train");
}

TEST(GitHubSource, ReportsADiffThatLacksAFile) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  std::vector<fakes::FakeChange> changes = fakes::Changes(pull);
  changes.pop_back();  // train.py
  server.Inject(
      {.matches = fakes::IsDiff(), .respond = fakes::Always({.body = fakes::DiffText(changes)})});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  // The trees tell that it is missing, and its blobs what it is.
  EXPECT_EQ(fetched.done.rung(), "blobs");
  EXPECT_EQ(Apply(pull.before, fetched.sink.diff), pull.after);
}

TEST(GitHubSource, ReportsADiffThatIsCutInsideAFile) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull;
  pull.after["a.py"] = {"1\n2\n"};
  server.SetPullRequest(pull);
  server.Inject({.matches = fakes::IsDiff(),
                 .respond = fakes::Always(
                     {.body = "diff --git a/a.py b/a.py\nnew file mode 100644\n--- /dev/null\n"
                              "+++ b/a.py\n@@ -0,0 +1 @@\n+1\n"})});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(Describe(fetched.sink.ledger),
              ElementsAre(": the diff has 1 files, +1 -0 lines; the pull request says 1 files, +2 "
                          "-0"));
}

TEST(GitHubSource, WarnsWhenTheDiffStartsFromAnotherVersion) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SmallChange();
  server.SetPullRequest(pull);
  FakePullRequest other = pull;
  other.before["train.py"] = {"import torch\n\nlr = 2\nsteps = 2\n"};
  server.Inject({.matches = fakes::IsDiff(),
                 .respond = fakes::Always({.body = fakes::DiffText(fakes::Changes(other))})});
  ASSERT_OK_AND_ASSIGN(Fetched fetched, FetchFrom(OptionsFor(server, clock)));
  EXPECT_THAT(Describe(fetched.sink.diagnostics),
              ElementsAre(StartsWith("MERGE_BASE_MISMATCH: the diff of 1 files, among them "
                                     "\"train.py\", starts from another version")));
  EXPECT_EQ(fetched.sink.files.at(2).old_blob_id(), "");
  EXPECT_NE(fetched.sink.files.at(2).new_blob_id(), "");
}

}  // namespace
}  // namespace allreview::pull_request
