#ifndef GATEWAY_REVIEWS_TOOL_LOG_STORE_H_
#define GATEWAY_REVIEWS_TOOL_LOG_STORE_H_

// Logs of other tools (SARIF) that wait for the review of a head or of a job.
//
//   RETURN_IF_ERROR(logs.Put(HeadOfPullRequest(id, 7, head), {log}));
//   ASSIGN_OR_RETURN(const ToolLogs all, logs.Load(HeadOfPullRequest(id, 7, head)));
//
// A log of the same tools and automation id replaces an earlier one. They stay as long as reviews
// do. Safe from any thread, and for several processes on one store.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/store/keyed_store.h"
#include "proto/analysis/v1/tool_log.pb.h"

namespace allreview::gateway {

// Whose logs: names for a store.
std::string HeadOfPullRequest(int64_t repository_id, int64_t number, absl::string_view head);
std::string OneJob(absl::string_view job_key);

// kInvalidArgument, naming the log, its JSON path and a cure: one of them cannot be read, or they
// are too many. How many results they hold.
absl::StatusOr<int64_t> CheckToolLogs(
    const google::protobuf::RepeatedPtrField<analysis::v1::ToolLog>& logs);

// By their bytes: for keys of jobs.
std::string DigestOf(const analysis::v1::ToolLogs& logs);

class ToolLogStore {
 public:
  // `store` is borrowed.
  explicit ToolLogStore(KeyedStore* store) : store_(store) {}

  // Has been checked. `id` tells the time (ReviewStore::NewId). kInvalidArgument: with those that
  // are there, they are too many.
  absl::Status Put(absl::string_view owner, const analysis::v1::ToolLog& log, absl::string_view id);

  // In the same order whoever asks.
  absl::StatusOr<analysis::v1::ToolLogs> Load(absl::string_view owner);

  // The key of the last job that was queued for the logs of an owner; "": none was.
  absl::StatusOr<std::string> LastJob(absl::string_view owner);
  absl::Status SetLastJob(absl::string_view owner, absl::string_view job_key, absl::string_view id);

  // Retention; ids tell the age. How many were removed.
  absl::StatusOr<int64_t> RemoveBefore(absl::Time time);

 private:
  static std::string MomentOf(const StoredEntry& entry);

  KeyedStore* const store_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_TOOL_LOG_STORE_H_
