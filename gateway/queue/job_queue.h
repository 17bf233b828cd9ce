#ifndef GATEWAY_QUEUE_JOB_QUEUE_H_
#define GATEWAY_QUEUE_JOB_QUEUE_H_

// Work that must not be lost. Two implementations that a shared test holds to the same behaviour: a
// SQLite file for one machine, Redis for many.
//
//   ASSIGN_OR_RETURN(bool is_new, queue->Enqueue(job));  // On the disk: answer the webhook.
//   …
//   ASSIGN_OR_RETURN(std::optional<Lease> lease,
//                    queue->Take("worker-1", absl::Minutes(2), absl::Seconds(1)));
//   if (lease) {
//     … work; now and then, and before whatever cannot be undone, queue->Extend(*lease, …) …
//     RETURN_IF_ERROR(queue->Complete(*lease));
//   }
//
// At least once: a job whose worker is gone is given to another one when its lease has run out, so
// work must be such that doing it twice does no harm. Only the newest lease of a job can end it;
// its token grows with each lease, so that whatever the work writes to can refuse older ones.
//
// Tenants take turns: however many jobs one has, another's job waits for at most one of its jobs
// for each worker. Jobs of one tenant come in the order in which they became due.
//
// A job that cannot be read stops no other: it becomes a dead letter, with its key and tenant, when
// its turn comes. Lists show it so. What leads to the jobs is made anew from them where it is
// damaged.
//
// Safe from any thread; several processes may share one queue. Errors beside those named below:
// kUnavailable (try again; every call may be repeated; also a full disk or a Redis without memory),
// kInvalidArgument (a job without key or tenant).

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct JobQueueOptions {
  int max_attempts = 5;  // The first included; then the job is a dead letter.
  // Delay before the second attempt; each further one waits twice as long. A random part of up to
  // half of it is taken off.
  absl::Duration first_retry_delay = absl::Seconds(10);
  absl::Duration max_retry_delay = absl::Minutes(10);
  // How long keys of finished and withdrawn jobs are known.
  absl::Duration key_retention = absl::Hours(24 * 7);
  absl::Duration dead_letter_retention = absl::Hours(24 * 30);
  std::function<absl::Time()> now = {};  // Default: the clock of the machine that holds the queue.
  std::function<double()> random = {};   // In [0, 1). Default: the system's.
};

// A worker's right to one job until a time.
struct Lease {
  review::v1::Job job = {};
  std::string token = {};  // A decimal number that grows with each lease of the queue.
  int attempts = 0;        // This one included.
  absl::Time until = {};
};

struct TenantDepth {
  std::string tenant = {};
  int64_t waiting = 0;
};

struct QueueStats {
  int64_t waiting = 0;  // Due and not taken.
  int64_t delayed = 0;  // Not due yet.
  int64_t running = 0;  // Leased; also when the lease has run out and nobody has noticed.
  int64_t dead = 0;
  absl::Duration oldest_age = {};         // Of the waiting jobs, since `queued_at`. 0: none waits.
  std::vector<TenantDepth> tenants = {};  // Those with waiting jobs, by name.
};

// Jobs that are due and not taken.
struct QueueDepth {
  int64_t of_tenant = 0;
  int64_t of_all = 0;
  // From one job's end to the next, over those that were done last, whichever process did them.
  // Infinite: none was in the last ten minutes.
  absl::Duration pace = absl::InfiniteDuration();
};

enum class JobState { kWaiting, kDelayed, kRunning, kDone, kDead, kWithdrawn };

// One job as it is kept, for export and tests. Of done and withdrawn jobs only the key is known.
struct KeptJob {
  review::v1::Job job = {};
  JobState state = JobState::kWaiting;
  int attempts = 0;
  std::string token = {};      // Of the lease that runs, or that completed it.
  std::string reason = {};     // Why it was retried or given up, or kUnreadable.
  std::string letter_id = {};  // Of a dead letter.
  absl::Time at = {};          // Delayed: due. Running: end of the lease. Otherwise: since when.
};

// The reason of a job of which only key and tenant can be read.
inline constexpr absl::string_view kUnreadable =
    "the job cannot be read: what the queue holds of "
    "it is damaged";

class JobQueue {
 public:
  virtual ~JobQueue() = default;

  // False: a job of this key waits, runs, or was done within `key_retention`. Withdrawn jobs and
  // dead letters may be queued again. Durable when it returns. An unset `queued_at` is filled in.
  virtual absl::StatusOr<bool> Enqueue(const review::v1::Job& job) = 0;

  // The next job, or none after `wait`. `worker` shows in reasons and logs.
  virtual absl::StatusOr<std::optional<Lease>> Take(absl::string_view worker, absl::Duration lease,
                                                    absl::Duration wait) = 0;

  // What a worker does with its lease. kAborted: it ran out and the job went to another worker, or
  // was ended. kCancelled: the job was withdrawn. Either way: stop, and publish nothing.
  virtual absl::Status Extend(const Lease& lease, absl::Duration duration) = 0;
  virtual absl::Status Complete(const Lease& lease) = 0;
  // Another attempt, after the delay that grows with each, at least after `delay`; a dead letter
  // when there were `max_attempts`.
  virtual absl::Status Retry(const Lease& lease, absl::string_view reason,
                             absl::Duration delay) = 0;
  // Another attempt after `delay`, and this one does not count: what it needs is known to come
  // back, such as a budget. Never a dead letter.
  virtual absl::Status Postpone(const Lease& lease, absl::string_view reason,
                                absl::Duration delay) = 0;
  // Makes it a dead letter at once.
  virtual absl::Status Bury(const Lease& lease, absl::string_view reason) = 0;

  // Withdraws the reviews of a pull request whose head is not `except_head` (empty: all), waiting
  // or running. Their keys, sorted.
  virtual absl::StatusOr<std::vector<std::string>> Withdraw(int64_t repository_id, int64_t number,
                                                            absl::string_view except_head) = 0;
  // kNotFound: no job of this key waits or runs.
  virtual absl::Status WithdrawKey(absl::string_view key) = 0;

  virtual absl::StatusOr<QueueStats> Stats() = 0;
  // Part of it, and cheap.
  virtual absl::StatusOr<QueueDepth> Depth(absl::string_view tenant) = 0;

  // What is known of a key. None: nothing, or it has been forgotten.
  virtual absl::StatusOr<std::optional<KeptJob>> Find(absl::string_view key) = 0;

  // Newest first.
  virtual absl::StatusOr<std::vector<review::v1::DeadLetter>> DeadLetters() = 0;
  // Queues a dead letter again, with all its attempts before it. Its key. kNotFound.
  virtual absl::StatusOr<std::string> Revive(absl::string_view id) = 0;

  // Everything, by key; and putting one back. A running job comes back as waiting. Restoring a key
  // that is there is kAlreadyExists.
  virtual absl::StatusOr<std::vector<KeptJob>> List() = 0;
  virtual absl::Status Restore(const KeptJob& job) = 0;
};

// The delay before the attempt after `attempts`; `random` in [0, 1).
absl::Duration RetryDelay(const JobQueueOptions& options, int attempts, double random);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUEUE_JOB_QUEUE_H_
