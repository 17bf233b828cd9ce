#ifndef GATEWAY_PLATFORM_READINESS_H_
#define GATEWAY_PLATFORM_READINESS_H_

// Whether this server can do its work, found out now and then and told at once.
//
//   Readiness readiness({.look = [&] { return queue.Stats().status(); }});
//   readiness.Get();   // Of the last look.
//
// A store may take its time to fail, and who asks must not: load balancers ask often, on threads
// that everybody needs. So Get never waits, and says so when the store is what does not answer.

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/reviews/upkeep.h"

namespace allreview::gateway {

struct ReadinessOptions {
  std::function<absl::Status()> look;  // May wait. Called on a thread of its own.
  absl::Duration interval = absl::Seconds(5);
  absl::Duration patience = absl::Seconds(3);  // After which a look that goes on counts as failed.
  std::function<void(const absl::Status&)> on_look = nullptr;  // After each.
  std::function<absl::Time()> now = absl::Now;
};

class Readiness {
 public:
  // Ready until the first look has ended, or takes too long.
  explicit Readiness(ReadinessOptions options);
  // Waits for a look that goes on.
  ~Readiness();

  // Never waits. Safe from any thread.
  absl::Status Get() const;

 private:
  absl::Status Look();

  const ReadinessOptions options_;
  mutable Mutex mutex_;
  absl::Status last_ ABSL_GUARDED_BY(mutex_);
  absl::Time look_began_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();  // None goes on.
  std::unique_ptr<Upkeep> upkeep_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_READINESS_H_
