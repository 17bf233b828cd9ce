#ifndef GATEWAY_REVIEWS_LEASE_KEEPER_H_
#define GATEWAY_REVIEWS_LEASE_KEEPER_H_

// Keeps a job while a worker is busy with it.
//
//   LeaseKeeper keeper(queue, lease, absl::Minutes(1));
//   request.cancellation = &keeper.loss();   // Calls for the job end when it is lost.
//   … work …
//   RETURN_IF_ERROR(keeper.Renew());         // Before what cannot be undone.

#include <atomic>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/periodic.h"
#include "gateway/queue/job_queue.h"
#include "host/cancellation.h"

namespace allreview::gateway {

class LeaseKeeper {
 public:
  // Extends the lease from a thread of its own: every third of `duration`, and every two seconds at
  // least, so that work on a withdrawn job ends soon. Borrows the arguments.
  LeaseKeeper(JobQueue& queue, const Lease& lease, absl::Duration duration);

  // The job is somebody else's, was withdrawn or was given back. Grows true, never false again.
  bool is_lost() const { return loss_.IsCancelled(); }
  host::Cancellation& loss() { return loss_; }

  // It is lost because it was withdrawn: nobody else does it.
  bool is_withdrawn() const { return is_withdrawn_; }

  // Extends now. kAborted: lost to another worker. kCancelled: withdrawn. kUnavailable: the queue
  // does not answer, and it is not known whether the job is still ours.
  absl::Status Renew();

  // Gives the job back to the queue, where another worker gets it at once; this attempt does not
  // count. The work here ends soon. From any thread.
  absl::Status GiveBack(absl::string_view reason);

 private:
  JobQueue& queue_;
  const Lease& lease_;
  const absl::Duration duration_;
  host::Cancellation loss_;
  std::atomic<bool> is_withdrawn_ = false;
  Periodic heartbeat_;  // Last: it uses the others.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_LEASE_KEEPER_H_
