#ifndef GATEWAY_PIPELINE_RUN_CONTEXT_H_
#define GATEWAY_PIPELINE_RUN_CONTEXT_H_

// What the parts of one review share: what was asked for, the way to the services, and the caller's
// ear.

#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/pipeline/pipeline.h"
#include "host/call.h"

namespace allreview::gateway {

// Events to the caller. Safe from any thread.
class EventSender {
 public:
  // The arguments outlive the object.
  EventSender(const EventReceiver& receiver, const host::Request& caller)
      : receiver_(receiver), caller_(caller) {}

  // False: the caller has gone.
  bool Send(const review::v1::ReviewEvent& event);
  void Progress(absl::string_view stage, absl::string_view message, int64_t done = 0,
                int64_t total = 0);

 private:
  const EventReceiver& receiver_;
  const host::Request& caller_;
  Mutex mutex_;
};

// Holds the calls of one review against the circuits: a service that is left alone is not asked.
// One thread.
class CircuitCalls {
 public:
  // `circuits` may be null: every service is asked. `budget` is the caller's.
  CircuitCalls(Circuits* circuits, absl::Duration budget) : circuits_(circuits), budget_(budget) {}

  // A request that fails at once when the service is left alone; Note then says why.
  host::Request RequestTo(absl::string_view service, const host::Request& request);
  absl::Status Note(absl::string_view service, const absl::Status& status);

 private:
  Circuits* const circuits_;
  const absl::Duration budget_;
  std::map<std::string, absl::Status> refused_;  // Services that are left alone, and why.
};

struct RunContext {
  const Stubs& stubs;
  const PipelineOptions& options;
  const RunOptions& run;
  const review::v1::ReviewRequest& request;
  const host::Request& caller;
  EventSender& events;
  CircuitCalls& calls;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_RUN_CONTEXT_H_
