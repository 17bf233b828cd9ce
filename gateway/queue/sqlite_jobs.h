#ifndef GATEWAY_QUEUE_SQLITE_JOBS_H_
#define GATEWAY_QUEUE_SQLITE_JOBS_H_

// The tables of SqliteQueue, one statement at a time. Not safe for threads; the caller holds a
// transaction around what belongs together.
//
// `jobs.at` is, in milliseconds: of a delayed job when it is due, of a running one the end of its
// lease, otherwise since when it is so. Triggers count the waiting jobs of each tenant, so no
// statement can forget to.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/queue/job_queue.h"
#include "storage/sqlite.h"

namespace allreview::gateway {

struct JobRow {
  std::string key = {};
  std::string tenant = {};
  JobState state = JobState::kWaiting;
  review::v1::Job job = {};
  int64_t attempts = 0;
  int64_t token = 0;
  std::string worker = {};  // Of the last lease.
  std::string reason = {};
  std::string letter_id = {};
  absl::Time at = {};
  int64_t row_id = 0;       // Of a row that was read.
  bool is_damaged = false;  // Of `job` only key and tenant are set.
};

class SqliteJobs {
 public:
  static absl::StatusOr<SqliteJobs> Open(const std::string& path);

  SqliteDatabase& database() { return database_; }

  absl::StatusOr<std::optional<JobRow>> Find(absl::string_view key);
  // All rows of a state whose time has come, the earliest first.
  absl::StatusOr<std::vector<JobRow>> Due(JobState state, absl::Time now, int limit);
  absl::StatusOr<std::vector<JobRow>> OfPullRequest(int64_t repository_id, int64_t number);
  absl::StatusOr<std::vector<JobRow>> InState(JobState state);
  absl::StatusOr<std::vector<JobRow>> All();
  absl::StatusOr<std::optional<JobRow>> FindLetter(absl::string_view id);
  // Inserts, or replaces all of a row.
  absl::Status Put(const JobRow& row);
  // Changes a row that was read but for its job, which may be large, and puts it behind the others
  // of its tenant.
  absl::Status Move(const JobRow& row);
  absl::Status Forget(JobState state, absl::Time before);

  // Rows that no statement here would ever reach, because a number in them is none.
  absl::StatusOr<std::vector<JobRow>> Unreachable();

  // The first job of the tenant whose turn it is; the tenant's next turn comes after the others'.
  absl::StatusOr<std::optional<JobRow>> TakeTurn();
  // Grows by one with each call.
  absl::StatusOr<int64_t> NextToken();

  struct Outlook {
    bool is_any_waiting = false;
    absl::Time next;  // When a delayed job is due or a lease ends. InfiniteFuture: none.
  };
  absl::StatusOr<Outlook> Look();
  // Changes whenever another connection has written.
  absl::StatusOr<int64_t> DataVersion();

  struct Depths {
    std::map<JobState, int64_t> states;
    std::vector<TenantDepth> tenants;
    std::optional<absl::Time> oldest;  // `queued_at` of a waiting job.
  };
  absl::StatusOr<Depths> Count();
  absl::StatusOr<QueueDepth> Depth(absl::string_view tenant, absl::Time now);

 private:
  explicit SqliteJobs(SqliteDatabase database) : database_(std::move(database)) {}

  absl::StatusOr<int64_t> NextNumber(absl::string_view name);
  absl::StatusOr<SqliteStatement*> Prepared(absl::string_view sql);
  // Runs it with its parameters bound in order; `on_row` sees each row.
  template <typename... Arguments>
  absl::Status Run(absl::string_view sql, const std::function<void(const SqliteStatement&)>& on_row,
                   const Arguments&... arguments);
  template <typename... Arguments>
  absl::StatusOr<std::vector<JobRow>> Rows(absl::string_view sql, const Arguments&... arguments);
  static JobRow ReadRow(const SqliteStatement& statement);
  // Brings the counts of waiting jobs in line with the jobs.
  absl::Status Recount();
  absl::StatusOr<std::optional<std::string>> TakeTenant();

  SqliteDatabase database_;
  std::map<const char*, SqliteStatement> prepared_;  // By the address of their text.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_SQLITE_JOBS_H_
