// Repositories are packed, collected, fetched into and moved to other branches while they are
// reviewed. Processes and folders that are kept for the next call must notice.

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
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
using ::testing::HasSubstr;

MATCHER_P(Holds, value, "") {
  *result_listener << arg.status().ToString();
  return arg.ok() && ::testing::ExplainMatchResult(value, *arg, result_listener);
}

// Asks as a review does: for the change, then for a file of it and the tree.
absl::StatusOr<std::string> Review(GitPool& pool, const LocalRepository& reference) {
  RecordingSink sink;
  absl::StatusOr<std::unique_ptr<ChangeSource>> source =
      NewGitSource(reference, AllowAll(), {}, &pool);
  if (!source.ok()) return source.status();
  if (auto done = (*source)->Fetch({}, sink); !done.ok()) return done.status();
  absl::Status wrong;
  if (!sink.files.empty()) {
    absl::Status read =
        (*source)->ReadBlobs({Blob(sink.files[0].new_blob_id())}, {},
                             [&](const BlobRef&, const absl::StatusOr<absl::string_view>& content) {
                               wrong = content.status();
                               return absl::OkStatus();
                             });
    if (!read.ok()) return read;
  }
  if (!wrong.ok()) return wrong;
  if (auto tree = (*source)->ListTree(change::v1::SIDE_RIGHT, {}); !tree.ok()) return tree.status();
  return sink.diff;
}

TEST(Upkeep, HidesNoRevision) {
  GitPool pool;
  GitFixture repo;
  for (int i = 0; i < 4; ++i) {
    repo.Write("a.py", absl::StrCat("x = ", i, "\n"));
    repo.Commit(absl::StrCat("Commit ", i));
  }
  repo.Git({"branch", "side"});
  repo.Git({"tag", "--annotate", "--message=t", "v1"});
  const std::string id = repo.Git({"rev-parse", "HEAD~1"}).substr(0, 40);
  const std::vector<std::vector<std::string>> upkeep = {
      {"status"},
      {"pack-refs", "--all"},
      {"repack", "-a", "-d", "-q"},
      {"gc", "--quiet", "--prune=now"},
      {"branch", "--force", "side", "main~1"},
      {"pack-refs", "--all", "--prune"},
      {"branch", "--force", "side", "main"},
      {"commit-graph", "write", "--reachable", "--no-progress"},
      {"multi-pack-index", "write", "--no-progress"},
      {"commit", "--quiet", "--allow-empty", "--message=more"},
      {"reset", "--quiet", "--hard", "HEAD~1"},
      {"repack", "-a", "-d", "-f", "-q"},
      {"multi-pack-index", "expire", "--no-progress"},
      {"unpack-refs-by-hand"},
      {"repack", "-A", "-d", "-q"},
      {"gc", "--quiet", "--aggressive"}};
  for (const std::vector<std::string>& command : upkeep) {
    SCOPED_TRACE(absl::StrCat(command[0], " ", command.back()));
    if (command[0] != "unpack-refs-by-hand") {
      repo.Git(command);
    } else {
      // As an older git leaves it: all references are files.
      const std::string tip = repo.Git({"rev-parse", "main"});
      repo.Remove(".git/packed-refs");
      repo.Write(".git/refs/heads/main", tip);
      repo.Write(".git/refs/heads/side", tip);
      repo.Git({"tag", "--force", "--annotate", "--message=t", "v1"});
    }
    for (const char* head : {"HEAD", "main", "side", "v1", "refs/heads/main"}) {
      EXPECT_OK(Review(pool, Range(repo, "HEAD~2", head))) << head;
    }
    EXPECT_OK(Review(pool, Range(repo, id.substr(0, 8), "main"))) << "an abbreviated id";
  }
}

TEST(Upkeep, MovesHeadToAnotherBranch) {
  GitPool pool;
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  EXPECT_THAT(Review(pool, Range(repo, "HEAD~1", "HEAD")), Holds(HasSubstr("+x = 2\n")));
  repo.Git({"switch", "--quiet", "--create", "other"});
  repo.Write("a.py", "x = 3\n");
  repo.Commit("Third");
  EXPECT_THAT(Review(pool, Range(repo, "HEAD~1", "HEAD")), Holds(HasSubstr("+x = 3\n")));
  repo.Git({"switch", "--quiet", "--detach", "main"});
  EXPECT_THAT(Review(pool, Range(repo, "HEAD~1", "HEAD")), Holds(HasSubstr("+x = 2\n")));
}

TEST(Upkeep, DeepensAShallowClone) {
  GitPool pool;
  GitFixture origin;
  for (int i = 0; i < 3; ++i) {
    origin.Write("a.py", absl::StrCat("x = ", i, "\n"));
    origin.Commit(absl::StrCat("Commit ", i));
  }
  const std::string clone = origin.folder().path() + "/clone";
  origin.Git({"clone", "--quiet", "--depth=1", "file://" + origin.path(), clone});
  const auto range = Reference(clone, LocalRepository::MODE_RANGE, "HEAD~2", "HEAD");
  EXPECT_THAT(Review(pool, range), StatusIs(absl::StatusCode::kNotFound, HasSubstr("HEAD~2")));
  origin.Git({"-C", clone, "fetch", "--quiet", "--unshallow"});
  EXPECT_THAT(Review(pool, range), Holds(HasSubstr("+x = 2\n")));
}

TEST(Upkeep, BorrowsFromAnotherRepositoryLater) {
  GitPool pool;
  GitFixture repo, lender;
  lender.Write("a.py", "x = 1\n");
  const std::string first = lender.Commit("First");
  lender.Write("a.py", "x = 2\n");
  const std::string second = lender.Commit("Second");
  repo.Commit("Other");
  EXPECT_THAT(Review(pool, Range(repo, first, second)),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(first)));
  repo.Write(".git/objects/info/alternates", lender.path() + "/.git/objects\n");
  EXPECT_THAT(Review(pool, Range(repo, first, second)), Holds(HasSubstr("+x = 2\n")));
}

TEST(Upkeep, GoesOnWhileReviewsRun) {
  constexpr int kRounds = 12;
  GitPool pool;
  GitFixture repo;
  for (int i = 0; i < 4; ++i) {
    repo.Write("a.py", absl::StrCat("x = ", i, "\n"));
    repo.Commit(absl::StrCat("Commit ", i));
  }
  repo.Git({"branch", "side"});
  std::atomic<bool> is_done = false;
  std::thread upkeep([&] {
    for (int i = 0; i < kRounds; ++i) {
      repo.Write("a.py", absl::StrCat("y = ", i, "\n"));
      repo.Commit(absl::StrCat("Round ", i));
      repo.Git({"branch", "--force", "side", "main~1"});
      repo.Git({"pack-refs", "--all"});
      repo.Git({"repack", "-a", "-d", "-q"});
      repo.Git({"branch", "--force", "side", "main"});
      repo.Git({"gc", "--quiet"});
    }
    is_done = true;
  });
  int reviews = 0;
  for (; !is_done || reviews < kRounds; ++reviews) {
    for (const char* head : {"HEAD", "main", "side"}) {
      EXPECT_OK(Review(pool, Range(repo, "HEAD~2", head))) << "review " << reviews;
    }
    if (::testing::Test::HasFailure()) break;
  }
  upkeep.join();
  EXPECT_GE(reviews, kRounds);
}

}  // namespace
}  // namespace allreview::pull_request
