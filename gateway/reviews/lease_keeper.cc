#include "gateway/reviews/lease_keeper.h"

namespace allreview::gateway {

// What cannot be reached now is asked again; what is lost is noted.
LeaseKeeper::LeaseKeeper(JobQueue& queue, const Lease& lease, absl::Duration duration)
    : queue_(queue),
      lease_(lease),
      duration_(duration),
      heartbeat_(duration / 3, [this] { Renew().IgnoreError(); }) {}

absl::Status LeaseKeeper::Renew() {
  const absl::Status status = queue_.Extend(lease_, duration_);
  if (absl::IsCancelled(status)) is_withdrawn_ = true;
  if (absl::IsAborted(status) || absl::IsCancelled(status)) is_lost_ = true;
  return status;
}

}  // namespace allreview::gateway
