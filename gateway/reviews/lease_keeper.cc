#include "gateway/reviews/lease_keeper.h"

namespace allreview::gateway {

LeaseKeeper::LeaseKeeper(JobQueue& queue, const Lease& lease, absl::Duration duration)
    : queue_(queue), lease_(lease), duration_(duration), thread_([this] { Run(); }) {}

LeaseKeeper::~LeaseKeeper() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    is_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

absl::Status LeaseKeeper::Renew() { return Extend(); }

void LeaseKeeper::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!ended_.wait_for(lock, absl::ToChronoMilliseconds(duration_ / 3),
                          [this] { return is_ended_; })) {
    lock.unlock();
    Extend().IgnoreError();  // What cannot be reached now is asked again; what is lost is noted.
    lock.lock();
  }
}

absl::Status LeaseKeeper::Extend() {
  const absl::Status status = queue_.Extend(lease_, duration_);
  if (absl::IsCancelled(status)) is_withdrawn_ = true;
  if (absl::IsAborted(status) || absl::IsCancelled(status)) is_lost_ = true;
  return status;
}

}  // namespace allreview::gateway
