#ifndef TESTS_FAKES_FAKE_CLOCK_H_
#define TESTS_FAKES_FAKE_CLOCK_H_

// A clock that stands still until somebody sleeps or sets it forward.
//
//   FakeClock clock;
//   options.now = [&clock] { return clock.Now(); };
//   options.sleep = [&clock](absl::Duration wait) { clock.Sleep(wait); return absl::OkStatus(); };
//
// Safe from any thread.

#include <mutex>
#include <vector>

#include "absl/time/time.h"

namespace allreview::fakes {

class FakeClock {
 public:
  absl::Time Now() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return now_;
  }
  // Moves it at once, and remembers.
  void Sleep(absl::Duration duration) {
    std::lock_guard<std::mutex> lock(mutex_);
    now_ += duration;
    sleeps_.push_back(duration);
  }
  // Moves it.
  void Advance(absl::Duration duration) {
    std::lock_guard<std::mutex> lock(mutex_);
    now_ += duration;
  }
  std::vector<absl::Duration> sleeps() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return sleeps_;
  }

 private:
  mutable std::mutex mutex_;  // Guards what follows.
  absl::Time now_ = absl::FromUnixSeconds(1'900'000'000);
  std::vector<absl::Duration> sleeps_;
};

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_FAKE_CLOCK_H_
