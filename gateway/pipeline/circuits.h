#ifndef GATEWAY_PIPELINE_CIRCUITS_H_
#define GATEWAY_PIPELINE_CIRCUITS_H_

// Services that fail again and again are left alone for a while, so that each review does not wait
// for its deadline, and a service that starts is not run over at once.
//
//   Circuits circuits({.metrics = &metrics});
//   RETURN_IF_ERROR(circuits.Check("analysis"));     // Else go on without it.
//   …call…
//   circuits.Note("analysis", status);
//
// After `failures` in a row a circuit is open: Check refuses for `pause`, then lets one call
// through to try; its success closes the circuit, its failure opens it for another pause. Safe from
// any thread.

#include <functional>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "host/metrics.h"

namespace allreview::gateway {

struct CircuitOptions {
  int failures = 5;
  absl::Duration pause = absl::Seconds(10);
  host::Metrics* metrics = nullptr;  // Borrowed. May be null.
  std::function<absl::Time()> now = [] { return absl::Now(); };
};

class Circuits {
 public:
  explicit Circuits(CircuitOptions options) : options_(std::move(options)) {}

  // kUnavailable: not to be asked now; the text says why and until when.
  absl::Status Check(absl::string_view service);

  // What became of a call. Failures are those of the service: unavailable, too slow, broken. Not
  // those of the request, and not "too much of something": that may be one caller's budget.
  void Note(absl::string_view service, const absl::Status& status);

 private:
  struct Circuit {
    int failures = 0;                                // In a row.
    absl::Time closed_until = absl::InfinitePast();  // To callers.
    std::string reason;
  };

  const CircuitOptions options_;
  Mutex mutex_;
  std::map<std::string, Circuit, std::less<>> circuits_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_CIRCUITS_H_
