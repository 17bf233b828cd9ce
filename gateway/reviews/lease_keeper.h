#ifndef GATEWAY_REVIEWS_LEASE_KEEPER_H_
#define GATEWAY_REVIEWS_LEASE_KEEPER_H_

// Keeps a job while a worker is busy with it.
//
//   LeaseKeeper keeper(queue, lease, absl::Minutes(1));
//   … work, with keeper.is_lost() as the reason to stop …
//   RETURN_IF_ERROR(keeper.Renew());   // Before what cannot be undone.

#include <atomic>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/periodic.h"
#include "gateway/queue/job_queue.h"

namespace allreview::gateway {

class LeaseKeeper {
 public:
  // Extends the lease every third of `duration` from a thread of its own. Borrows the arguments.
  LeaseKeeper(JobQueue& queue, const Lease& lease, absl::Duration duration);

  // The job is somebody else's, or was withdrawn. Grows true, never false again.
  const std::atomic<bool>& is_lost() const { return is_lost_; }

  // It is lost because it was withdrawn: nobody else does it.
  bool is_withdrawn() const { return is_withdrawn_; }

  // Extends now. kAborted: lost to another worker. kCancelled: withdrawn. kUnavailable: the queue
  // does not answer, and it is not known whether the job is still ours.
  absl::Status Renew();

 private:
  JobQueue& queue_;
  const Lease& lease_;
  const absl::Duration duration_;
  std::atomic<bool> is_lost_ = false;
  std::atomic<bool> is_withdrawn_ = false;
  Periodic heartbeat_;  // Last: it uses the others.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_LEASE_KEEPER_H_
