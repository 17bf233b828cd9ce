#include "gateway/reviews/progress_hub.h"

#include "base/mutex.h"

namespace allreview::gateway {

void ProgressHub::Publish(const std::string& review_id, const review::v1::Progress& progress) {
  MutexLock lock(mutex_);
  reviews_[review_id].newest = {.number = next_number_++, .progress = progress};
  changed_.NotifyAll();
}

void ProgressHub::Wake(const std::string& review_id) {
  MutexLock lock(mutex_);
  const auto found = reviews_.find(review_id);
  if (found != reviews_.end()) Wake(found->second);
}

void ProgressHub::Forget(const std::string& review_id) {
  MutexLock lock(mutex_);
  const auto found = reviews_.find(review_id);
  if (found == reviews_.end()) return;
  found->second.newest = {};
  Wake(found->second);
  RemoveIfIdle(review_id);
}

std::optional<NumberedProgress> ProgressHub::Wait(const std::string& review_id, int64_t seen,
                                                  absl::Duration limit) {
  MutexLock lock(mutex_);
  Watched& watched = reviews_[review_id];  // Stays where it is while it has a watcher.
  const int64_t wakes = watched.wakes;
  ++watched.watchers;
  changed_.WaitFor(lock, limit, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return watched.wakes != wakes || watched.newest.number > seen;
  });
  --watched.watchers;
  std::optional<NumberedProgress> news;
  if (watched.newest.number > seen) news = watched.newest;
  RemoveIfIdle(review_id);
  return news;
}

void ProgressHub::Wake(Watched& watched) {
  ++watched.wakes;
  changed_.NotifyAll();
}

void ProgressHub::RemoveIfIdle(const std::string& review_id) {
  const auto found = reviews_.find(review_id);
  if (found->second.watchers == 0 && found->second.newest.number == 0) reviews_.erase(found);
}

}  // namespace allreview::gateway
