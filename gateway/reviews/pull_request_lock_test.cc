#include "gateway/reviews/pull_request_lock.h"

#include <atomic>
#include <vector>

#include "base/status_matchers.h"
#include "gateway/store/open_store.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

PullRequestLockOptions Options(KeyedStore* store, const std::string& owner) {
  return {.store = store, .repository_id = 42, .number = 7, .owner = owner};
}

TEST(PullRequestLock, LetsOneInAtATime) {
  const auto store = *OpenKeyedStore("sqlite::memory:", {});
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) {
        const auto lock = PullRequestLock::Acquire(Options(store.get(), std::to_string(i)));
        ASSERT_OK(lock.status());
        const int now = ++inside;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

TEST(PullRequestLock, KeepsOtherPullRequestsFree) {
  const auto store = *OpenKeyedStore("sqlite::memory:", {});
  const auto seven = PullRequestLock::Acquire(Options(store.get(), "a"));
  ASSERT_OK(seven.status());
  PullRequestLockOptions eight = Options(store.get(), "b");
  eight.number = 8;
  eight.wait = absl::ZeroDuration();
  EXPECT_OK(PullRequestLock::Acquire(eight).status());
}

TEST(PullRequestLock, GivesUpWhileAnotherHoldsIt) {
  const auto store = *OpenKeyedStore("sqlite::memory:", {});
  const auto first = PullRequestLock::Acquire(Options(store.get(), "a"));
  ASSERT_OK(first.status());
  PullRequestLockOptions impatient = Options(store.get(), "b");
  impatient.wait = absl::ZeroDuration();
  const auto second = PullRequestLock::Acquire(impatient);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
}

TEST(PullRequestLock, GoesToAnotherWhenItsHolderIsGone) {
  const auto store = *OpenKeyedStore("sqlite::memory:", {});
  // What a process leaves that was killed.
  ASSERT_OK(store->Commit({{.key = "pull_request_lock/42/7", .value = std::string("1000 dead")}}));
  PullRequestLockOptions options = Options(store.get(), "b");
  options.wait = absl::ZeroDuration();
  EXPECT_OK(PullRequestLock::Acquire(options).status());
}

TEST(PullRequestLock, OutlivesItsFirstDuration) {
  const auto store = *OpenKeyedStore("sqlite::memory:", {});
  PullRequestLockOptions brief = Options(store.get(), "a");
  brief.duration = absl::Milliseconds(300);
  auto first = PullRequestLock::Acquire(brief);
  ASSERT_OK(first.status());
  PullRequestLockOptions patient = Options(store.get(), "b");
  patient.wait = absl::Seconds(1);  // Several times the first one's duration.
  EXPECT_EQ(PullRequestLock::Acquire(patient).status().code(), absl::StatusCode::kUnavailable);
  first->reset();
  EXPECT_OK(PullRequestLock::Acquire(patient).status());
}

}  // namespace
}  // namespace allreview::gateway
