#include "services/pull_request/git_pool.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/call_control.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::pull_request {
namespace {

TEST(GitPool, LetsAllWhoBorrowAKeyUseOneFolder) {
  GitPool pool;
  ASSERT_OK_AND_ASSIGN(const GitPool::Lease a, pool.Borrow("a", GitScratch::MakeEmpty));
  ASSERT_OK_AND_ASSIGN(const GitPool::Lease again, pool.Borrow("a", GitScratch::MakeEmpty));
  ASSERT_OK_AND_ASSIGN(const GitPool::Lease b, pool.Borrow("b", GitScratch::MakeEmpty));
  EXPECT_EQ(a.scratch().directory(), again.scratch().directory());
  EXPECT_NE(a.scratch().directory(), b.scratch().directory());
}

TEST(GitPool, KeepsAFolderAndItsProcessesForTheNext) {
  GitPool pool;
  std::string folder;
  const GitObjects* objects = nullptr;
  {
    ASSERT_OK_AND_ASSIGN(GitPool::Lease lease, pool.Borrow("a", GitScratch::MakeEmpty));
    EXPECT_EQ(lease.TakeObjects(), nullptr);
    ASSERT_OK_AND_ASSIGN(std::unique_ptr<GitObjects> started,
                         GitObjects::Start(lease.scratch(), CallControl()));
    folder = lease.scratch().directory();
    objects = started.get();
    lease.GiveObjects(std::move(started));
  }
  ASSERT_OK_AND_ASSIGN(GitPool::Lease lease, pool.Borrow("a", GitScratch::MakeEmpty));
  EXPECT_EQ(lease.scratch().directory(), folder);
  EXPECT_EQ(lease.TakeObjects().get(), objects);
  EXPECT_EQ(lease.TakeObjects(), nullptr);
}

TEST(GitPool, KeepsOnlySomeFoldersThatNobodyUses) {
  GitPool pool;
  const auto folder_of = [&](const std::string& key) {
    const absl::StatusOr<GitPool::Lease> lease = pool.Borrow(key, GitScratch::MakeEmpty);
    return lease.ok() ? lease->scratch().directory() : "";
  };
  const std::string first = folder_of("0");
  for (size_t i = 1; i <= GitPool::kMaxFolders; ++i) folder_of(std::string(i, 'x'));
  const std::string last = folder_of("last");
  EXPECT_EQ(folder_of("last"), last);
  EXPECT_NE(folder_of("0"), first);
}

TEST(GitPool, SaysWhyThereIsNoFolder) {
  GitPool pool;
  const absl::StatusOr<GitPool::Lease> lease =
      pool.Borrow("a", [] { return absl::UnavailableError("no room"); });
  EXPECT_EQ(lease.status().message(), "no room");
}

}  // namespace
}  // namespace allreview::pull_request
