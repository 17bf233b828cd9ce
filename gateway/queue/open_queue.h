#ifndef GATEWAY_QUEUE_OPEN_QUEUE_H_
#define GATEWAY_QUEUE_OPEN_QUEUE_H_

// Opens the queue that lives beside a store; URLs and options as in gateway/store/open_store.h.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<JobQueue> queue, OpenJobQueue(url, {}, {}));

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/queue/job_queue.h"
#include "gateway/store/open_store.h"

namespace allreview::gateway {

absl::StatusOr<std::unique_ptr<JobQueue>> OpenJobQueue(absl::string_view url,
                                                       const OpenOptions& options,
                                                       const JobQueueOptions& queue_options);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_OPEN_QUEUE_H_
