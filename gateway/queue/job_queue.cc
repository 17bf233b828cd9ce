#include "gateway/queue/job_queue.h"

#include <algorithm>

namespace allreview::gateway {

absl::Duration RetryDelay(const JobQueueOptions& options, int attempts, double random) {
  absl::Duration delay = options.first_retry_delay;
  for (int i = 1; i < attempts && delay < options.max_retry_delay; ++i) delay *= 2;
  return std::min(delay, options.max_retry_delay) * (1 - random / 2);
}

}  // namespace allreview::gateway
