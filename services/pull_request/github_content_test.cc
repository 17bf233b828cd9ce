// Blobs and trees of a pull request that was opened before.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/github_fixture.h"
#include "services/pull_request/github_source.h"

namespace allreview::pull_request {
namespace {

using fakes::FakePullRequest;
using fakes::GitHubServer;
using testing::ElementsAre;
using testing::HasSubstr;

FakePullRequest SomeFiles() {
  FakePullRequest pull;
  pull.before["a.py"] = {"a = 1\n"};
  pull.after["a.py"] = {"a = 2\n"};
  pull.after["lib/deep/c.py"] = {"c = 1\n"};
  pull.after["lib/run.sh"] = {"echo\n", fakes::kExecutable};
  pull.after["b.md"] = {"# b\n"};
  return pull;
}

std::unique_ptr<ChangeSource> Open(const GitHubOptions& options, const FakePullRequest& pull) {
  return *NewGitHubSource(PullRequestRef(), options,
                          {.before = pull.before_tree(), .after = pull.after_tree()});
}

change::v1::BlobRef BlobOf(absl::string_view content) {
  change::v1::BlobRef blob;
  blob.set_blob_id(GitBlobId(content));
  return blob;
}

// "content", or the name of the error, for each blob.
std::vector<std::string> Read(ChangeSource& source, const std::vector<change::v1::BlobRef>& blobs,
                              const ReadOptions& options = {}) {
  std::vector<std::string> results;
  absl::Status status = source.ReadBlobs(
      blobs, options,
      [&](const change::v1::BlobRef&, const absl::StatusOr<absl::string_view>& content) {
        results.push_back(content.ok() ? std::string(*content)
                                       : absl::StatusCodeToString(content.status().code()));
        return absl::OkStatus();
      });
  EXPECT_OK(status);
  return results;
}

TEST(GitHubContent, ReadsBlobsInTheOrderOfTheRequest) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull;
  std::vector<change::v1::BlobRef> blobs;
  std::vector<std::string> contents;
  for (int i = 0; i < 40; ++i) {
    contents.push_back(absl::StrCat("n = ", i, "\n"));
    pull.after[absl::StrCat("f", i)] = {contents.back()};
    blobs.push_back(BlobOf(contents.back()));
  }
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_EQ(Read(*source, blobs), contents);
}

// Sources of one process, one after another.
struct SharedState {
  SharedState() {
    server.SetPullRequest(pull);
    options.state = &state;
  }
  std::vector<std::string> Read(absl::string_view content) {
    return pull_request::Read(*Open(options, pull), {BlobOf(content)});
  }

  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  github::ApiState state{""};
  GitHubOptions options = OptionsFor(server, clock);
};

// Content that a review has read is free for the next ones: most of what a review reads is the same
// for all of them, and GitHub allows few requests in a minute.
TEST(GitHubContent, AsksForABlobOnce) {
  SharedState shared;
  EXPECT_THAT(shared.Read("a = 1\n"), ElementsAre("a = 1\n"));
  const size_t asked = shared.server.requests().size();
  EXPECT_THAT(shared.Read("a = 1\n"), ElementsAre("a = 1\n"));
  EXPECT_EQ(shared.server.requests().size(), asked);
  EXPECT_THAT(shared.Read("a = 2\n"), ElementsAre("a = 2\n"));
  EXPECT_EQ(shared.server.requests().size(), asked + 1);
}

// What one token may read is not given to another, however often it was read.
TEST(GitHubContent, AsksForABlobOnceForEachToken) {
  SharedState shared;
  EXPECT_THAT(shared.Read("a = 1\n"), ElementsAre("a = 1\n"));
  const size_t asked = shared.server.requests().size();
  shared.options.token = "another";
  EXPECT_THAT(shared.Read("a = 1\n"), ElementsAre("a = 1\n"));
  EXPECT_EQ(shared.server.requests().size(), asked + 1);
}

TEST(GitHubContent, AsksForSeveralBlobsAtOnce) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  fakes::Gate gate;
  // The first answer waits until the second question has come.
  server.Inject({.matches = fakes::Any(), .respond = [&](const fakes::ServedRequest&) {
                   gate.Wait();
                   return std::nullopt;
                 }});
  server.Inject({.matches = fakes::Any(), .respond = [&](const fakes::ServedRequest&) {
                   gate.Open();
                   return std::nullopt;
                 }});
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_THAT(Read(*source, {BlobOf("a = 1\n"), BlobOf("a = 2\n")}),
              ElementsAre("a = 1\n", "a = 2\n"));
}

TEST(GitHubContent, GoesOnAfterABlobThatCannotBeHad) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  change::v1::BlobRef odd;
  odd.set_blob_id("../../user");
  EXPECT_THAT(Read(*source, {BlobOf("not there"), odd, BlobOf("# b\n")}),
              ElementsAre("NOT_FOUND", "INVALID_ARGUMENT", "# b\n"));
}

TEST(GitHubContent, DoesNotReadABlobOverTheLimit) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_THAT(Read(*source, {BlobOf("a = 2\n"), BlobOf("# b\n")}, {.max_blob_bytes = 5}),
              ElementsAre("RESOURCE_EXHAUSTED", "# b\n"));
}

TEST(GitHubContent, RefusesContentThatIsNotTheBlobs) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  server.Inject({.matches = fakes::Any(), .respond = fakes::Always({.body = "a = 666\n"})});
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_THAT(Read(*source, {BlobOf("a = 2\n")}), ElementsAre("DATA_LOSS"));
}

TEST(GitHubContent, FindsTheBlobOfAPath) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  change::v1::BlobRef left;
  left.set_path("a.py");
  left.set_side(change::v1::SIDE_LEFT);
  change::v1::BlobRef right = left;
  right.set_side(change::v1::SIDE_RIGHT);
  EXPECT_THAT(Read(*source, {left, right}), ElementsAre("a = 1\n", "a = 2\n"));
}

TEST(GitHubContent, StopsWhenTheReceiverDoes) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_THAT(
      source->ReadBlobs({BlobOf("a = 1\n"), BlobOf("a = 2\n")}, {},
                        [](const change::v1::BlobRef&, const absl::StatusOr<absl::string_view>&) {
                          return absl::CancelledError("gone");
                        }),
      StatusIs(absl::StatusCode::kCancelled, "gone"));
}

std::vector<std::string> Describe(const std::vector<v1::TreeEntry>& entries) {
  std::vector<std::string> texts;
  for (const v1::TreeEntry& entry : entries) {
    texts.push_back(absl::StrCat(entry.path(), entry.mode() == fakes::kExecutable ? "*" : "", " ",
                                 entry.blob_id().substr(0, 8)));
  }
  return texts;
}

std::string Line(absl::string_view path, absl::string_view content) {
  return absl::StrCat(path, " ", GitBlobId(content).substr(0, 8));
}

TEST(GitHubContent, ListsATreeWithOneRequest) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> entries,
                       source->ListTree(change::v1::SIDE_RIGHT, {}));
  EXPECT_THAT(Describe(entries),
              ElementsAre(Line("a.py", "a = 2\n"), Line("b.md", "# b\n"),
                          Line("lib/deep/c.py", "c = 1\n"), Line("lib/run.sh*", "echo\n")));
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(GitHubContent, ListsOnlyWhatEndsAsAsked) {
  GitHubServer server;
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> left,
                       source->ListTree(change::v1::SIDE_LEFT, {".py", ".sh"}));
  EXPECT_THAT(Describe(left), ElementsAre(Line("a.py", "a = 1\n")));
}

TEST(GitHubContent, ListsATruncatedTreeFolderByFolder) {
  GitHubServer server({.max_tree_entries = 3});
  FakeClock clock;
  FakePullRequest pull = SomeFiles();
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> entries,
                       source->ListTree(change::v1::SIDE_RIGHT, {}));
  EXPECT_THAT(Describe(entries),
              ElementsAre(Line("a.py", "a = 2\n"), Line("b.md", "# b\n"),
                          Line("lib/deep/c.py", "c = 1\n"), Line("lib/run.sh*", "echo\n")));
  EXPECT_EQ(server.requests().size(), 3u);
}

TEST(GitHubContent, RefusesToListATreeByTooManyRequests) {
  GitHubServer server({.max_tree_entries = 0});
  FakeClock clock;
  FakePullRequest pull;
  for (int i = 0; i < 400; ++i) pull.after[absl::StrCat("d", i, "/f")] = {absl::StrCat(i)};
  server.SetPullRequest(pull);
  std::unique_ptr<ChangeSource> source = Open(OptionsFor(server, clock), pull);
  EXPECT_THAT(
      source->ListTree(change::v1::SIDE_RIGHT, {}),
      StatusIs(absl::StatusCode::kResourceExhausted,
               HasSubstr("would take more than 300 requests to list; review a local clone")));
}

TEST(GitHubContent, ResolvesThePullRequestWhereNoTreesAreGiven) {
  GitHubServer server;
  FakeClock clock;
  server.SetPullRequest(SomeFiles());
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewGitHubSource(PullRequestRef(), OptionsFor(server, clock)));
  ASSERT_OK_AND_ASSIGN(std::vector<v1::TreeEntry> entries,
                       source->ListTree(change::v1::SIDE_LEFT, {}));
  EXPECT_THAT(Describe(entries), ElementsAre(Line("a.py", "a = 1\n")));
}

TEST(GitHubContent, RefusesTreesThatAreNoIds) {
  EXPECT_THAT(NewGitHubSource(PullRequestRef(), {}, {.before = "main", .after = "x/../y"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "\"main\" is not the id of a tree; wanted the one that opening gave"));
}

}  // namespace
}  // namespace allreview::pull_request
