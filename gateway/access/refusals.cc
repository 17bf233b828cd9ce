#include "gateway/access/refusals.h"

#include <utility>

namespace allreview::access {

absl::Status Refusals::Report(const AccessRequest& request, std::string actor,
                              absl::Status status) {
  Refusal refusal = {.actor = std::move(actor),
                     .rpc = std::string(request.rpc),
                     .reason = std::string(status.message())};
  if (IsReported(&refusal.unreported) && options_.on_refusal) options_.on_refusal(refusal);
  return status;
}

// Not under the lock of the caller's callback.
bool Refusals::IsReported(int* unreported) {
  const MutexLock lock(mutex_);
  const absl::Time now = options_.now();
  if (now - minute_began_ >= absl::Minutes(1)) {
    minute_began_ = now;
    reported_ = 0;
  }
  if (reported_ >= Access::kMaxRefusalsPerMinute) {
    ++unreported_;
    return false;
  }
  ++reported_;
  *unreported = std::exchange(unreported_, 0);
  return true;
}

}  // namespace allreview::access
