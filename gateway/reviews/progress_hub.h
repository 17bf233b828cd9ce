#ifndef GATEWAY_REVIEWS_PROGRESS_HUB_H_
#define GATEWAY_REVIEWS_PROGRESS_HUB_H_

// The newest progress of each review that this process works on, for those who watch.
//
//   hub.Publish(id, progress);                                   // The worker.
//   std::optional<NumberedProgress> next = hub.Wait(id, seen, absl::Seconds(1));  // A watcher.
//
// Only the newest message is kept: a slow watcher misses steps, never the end, which it reads from
// the store. Safe from any thread.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::gateway {

struct NumberedProgress {
  int64_t number = 0;  // Grows with each message.
  review::v1::Progress progress;
};

class ProgressHub {
 public:
  void Publish(const std::string& review_id, const review::v1::Progress& progress);

  // The state of the review has changed; whoever waits should look at the store.
  void Wake(const std::string& review_id);

  // No worker of this process works on it any more.
  void Forget(const std::string& review_id);

  // A message with a number over `seen`; none after `limit`, or when woken.
  std::optional<NumberedProgress> Wait(const std::string& review_id, int64_t seen,
                                       absl::Duration limit);

 private:
  struct Watched {
    NumberedProgress newest;  // Number 0: none.
    int64_t wakes = 0;
    int watchers = 0;
  };

  void Wake(Watched& watched) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RemoveIfIdle(const std::string& review_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  ConditionVariable changed_;
  int64_t next_number_ ABSL_GUARDED_BY(mutex_) = 1;
  // Reviews with a message or a watcher.
  std::map<std::string, Watched> reviews_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_PROGRESS_HUB_H_
