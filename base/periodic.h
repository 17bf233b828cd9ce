#ifndef BASE_PERIODIC_H_
#define BASE_PERIODIC_H_

// Does something again and again while it lives.
//
//   Periodic heartbeat(absl::Seconds(20), [&] { Renew(); });

#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "base/mutex.h"

namespace allreview {

class Periodic {
 public:
  // Calls `work` on a thread of its own, first after one interval; an interval begins when the call
  // before has returned.
  Periodic(absl::Duration interval, std::function<void()> work);
  ~Periodic();  // Waits for a call that is under way.
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

 private:
  void Run();

  const absl::Duration interval_;
  const std::function<void()> work_;
  Mutex mutex_;
  ConditionVariable ended_;
  bool is_ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace allreview

#endif  // BASE_PERIODIC_H_
