#ifndef GATEWAY_REVIEWS_UPKEEP_H_
#define GATEWAY_REVIEWS_UPKEEP_H_

// What a server does now and then: forgets old reviews, asks GitHub for lost webhooks.
//
//   Upkeep upkeep({{.name = "retention", .interval = absl::Hours(1), .work = [&] { … }}});

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/mutex.h"

namespace allreview::gateway {

struct Chore {
  std::string name;  // For the log.
  absl::Duration
      interval;  // From the end of one run to the begin of the next; the first is at once.
  std::function<absl::Status()> work;
};

// Runs chores one after another on a thread of its own until destruction. A failure is logged and
// the chore tried again at its next time.
class Upkeep {
 public:
  explicit Upkeep(std::vector<Chore> chores);
  ~Upkeep();
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

 private:
  void Run();

  const std::vector<Chore> chores_;
  Mutex mutex_;
  ConditionVariable ended_;
  bool is_ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_UPKEEP_H_
