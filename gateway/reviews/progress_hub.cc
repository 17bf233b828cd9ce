#include "gateway/reviews/progress_hub.h"

namespace allreview::gateway {

void ProgressHub::Publish(const std::string& review_id, const review::v1::Progress& progress) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    newest_[review_id] = {.number = next_number_++, .progress = progress};
  }
  changed_.notify_all();
}

void ProgressHub::Wake(const std::string&) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ++wakes_;
  }
  changed_.notify_all();
}

void ProgressHub::Forget(const std::string& review_id) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    newest_.erase(review_id);
    ++wakes_;
  }
  changed_.notify_all();
}

std::optional<NumberedProgress> ProgressHub::Wait(const std::string& review_id, int64_t seen,
                                                  absl::Duration limit) {
  std::unique_lock<std::mutex> lock(mutex_);
  const int64_t wakes = wakes_;
  const auto has_news = [&] {
    const auto newest = newest_.find(review_id);
    return wakes_ != wakes || (newest != newest_.end() && newest->second.number > seen);
  };
  changed_.wait_for(lock, absl::ToChronoMilliseconds(limit), has_news);
  const auto newest = newest_.find(review_id);
  if (newest == newest_.end() || newest->second.number <= seen) return std::nullopt;
  return newest->second;
}

}  // namespace allreview::gateway
