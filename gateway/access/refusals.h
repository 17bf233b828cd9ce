#ifndef GATEWAY_ACCESS_REFUSALS_H_
#define GATEWAY_ACCESS_REFUSALS_H_

// Reports calls that were refused, at most kMaxRefusalsPerMinute times a minute.
//
//   Refusals refusals(options);
//   return refusals.Report(request, "unknown", absl::UnauthenticatedError(…));

#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "gateway/access/access.h"

namespace allreview::access {

class Refusals {
 public:
  explicit Refusals(AccessOptions options) : options_(std::move(options)) {}

  // Returns `status`. Safe from any thread.
  absl::Status Report(const AccessRequest& request, std::string actor, absl::Status status);

 private:
  bool IsReported(int* unreported);

  const AccessOptions options_;
  Mutex mutex_;
  absl::Time minute_began_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  int reported_ ABSL_GUARDED_BY(mutex_) = 0;
  int unreported_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_REFUSALS_H_
