#include "gateway/reviews/lease_keeper.h"

#include <algorithm>

namespace allreview::gateway {
namespace {

constexpr absl::Duration kLongestInterval = absl::Seconds(2);

}  // namespace

// What cannot be reached now is asked again; what is lost is noted.
LeaseKeeper::LeaseKeeper(JobQueue& queue, const Lease& lease, absl::Duration duration)
    : queue_(queue),
      lease_(lease),
      duration_(duration),
      heartbeat_(std::min(duration / 3, kLongestInterval), [this] { Renew().IgnoreError(); }) {}

absl::Status LeaseKeeper::Renew() {
  if (is_lost()) return absl::AbortedError("the lease was lost before");
  absl::Status status = queue_.Extend(lease_, duration_);
  if (absl::IsCancelled(status)) is_withdrawn_ = true;
  if (absl::IsAborted(status) || absl::IsCancelled(status)) loss_.Cancel();
  return status;
}

absl::Status LeaseKeeper::GiveBack(absl::string_view reason) {
  // First: what comes back must not be worked on here, even if the queue does not hear of it.
  loss_.Cancel();
  return queue_.Postpone(lease_, reason, absl::ZeroDuration());
}

}  // namespace allreview::gateway
