#ifndef GATEWAY_QUEUE_SQLITE_QUEUE_H_
#define GATEWAY_QUEUE_SQLITE_QUEUE_H_

// A JobQueue in the SQLite file of a store. Workers of this process are woken; those of another one
// look four times a second whether the file has changed.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<JobQueue> queue, OpenSqliteQueue(path, {}));

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/queue/job_queue.h"

namespace allreview::gateway {

absl::StatusOr<std::unique_ptr<JobQueue>> OpenSqliteQueue(const std::string& path,
                                                          JobQueueOptions options);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_SQLITE_QUEUE_H_
