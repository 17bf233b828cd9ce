#ifndef GATEWAY_REVIEWS_PULL_REQUEST_LOCK_H_
#define GATEWAY_REVIEWS_PULL_REQUEST_LOCK_H_

// One at a time writes to a pull request: two pushes in quick succession are two jobs, and two
// workers that both look first and then post would post twice.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<PullRequestLock> lock,
//                    PullRequestLock::Acquire({.store = keyed, .repository_id = 42, .number = 7,
//                                              .owner = lease.token}));
//   … publish …
//
// The lock is an entry of the store with a time; a thread renews it while the object lives. Who
// dies holds it for `duration` more. Clocks of replicas may differ by less than that.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/periodic.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {

struct PullRequestLockOptions {
  KeyedStore* store = nullptr;  // Borrowed.
  int64_t repository_id = 0;
  int64_t number = 0;
  std::string owner;  // For logs.
  absl::Duration duration = absl::Minutes(1);
  absl::Duration wait = absl::Minutes(2);  // For another one's end.
  std::function<absl::Time()> now = [] { return absl::Now(); };
};

class PullRequestLock {
 public:
  // kUnavailable: it did not become free, or the store does not answer.
  static absl::StatusOr<std::unique_ptr<PullRequestLock>> Acquire(PullRequestLockOptions options);
  ~PullRequestLock();
  PullRequestLock(const PullRequestLock&) = delete;
  PullRequestLock& operator=(const PullRequestLock&) = delete;

 private:
  PullRequestLock(PullRequestLockOptions options, std::string key, std::string value);
  void Renew();
  absl::Status TryToRenew();

  const PullRequestLockOptions options_;
  const std::string key_;
  std::string value_;  // As we wrote it last; the heartbeat's while that lives.
  std::unique_ptr<Periodic> heartbeat_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_PULL_REQUEST_LOCK_H_
