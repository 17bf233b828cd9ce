#ifndef GATEWAY_QUEUE_TRANSFER_H_
#define GATEWAY_QUEUE_TRANSFER_H_

// A store and its queue as a file, for moving from SQLite to Redis, or back, and for copies.
//
//   {"format":"allreview-store","version":1}
//   {"key":"summary/01JD…","value":"<base64>"}               all entries, by key
//   {"job":"<base64 of a DeadLetter>","state":"waiting"}     all jobs, as they came
//   {"entries":2,"jobs":1,"sha256":"<of everything before this line>"}
//
// The same content gives the same bytes, whatever store it is in: versions and lease tokens belong
// to a store and stay there. Jobs that run are written as waiting. Stop the servers first: what
// changes during an export may be in the file half. The file holds source code and logins.

#include <cstdint>
#include <cstdio>
#include <functional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/queue/job_queue.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {

struct TransferCounts {
  int64_t entries = 0;
  int64_t jobs = 0;
  int64_t resumed = 0;  // Of these, lines that an interrupted import had written before.
};

// Writes line by line; an error of `write` ends it.
absl::StatusOr<TransferCounts> ExportStore(
    KeyedStore& store, JobQueue& queue,
    const std::function<absl::Status(absl::string_view line)>& write);

// `file` can be rewound; it is read twice, so that nothing is written of a file that is not whole
// (kInvalidArgument names the line). The store must be empty (kFailedPrecondition), or hold a part
// of the same file: then the import goes on where it was interrupted. Until it has finished,
// OpenKeyedStore refuses the store.
absl::StatusOr<TransferCounts> ImportStore(std::FILE* file, KeyedStore& store, JobQueue& queue);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_TRANSFER_H_
