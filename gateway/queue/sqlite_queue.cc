#include "gateway/queue/sqlite_queue.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/queue/queue_rules.h"
#include "gateway/queue/sqlite_jobs.h"
#include "gateway/store/ids.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;

constexpr int kMaxDueAtOnce = 100;
constexpr absl::Duration kPoll = absl::Milliseconds(250);
constexpr absl::Duration kBetweenSweeps = absl::Minutes(1);

JobQueueOptions WithClock(JobQueueOptions options) {
  if (!options.now) options.now = absl::Now;
  return WithDefaults(std::move(options));
}

class SqliteQueue final : public JobQueue {
 public:
  SqliteQueue(SqliteJobs jobs, JobQueueOptions options)
      : options_(WithClock(std::move(options))),
        ids_({.now = options_.now}),
        jobs_(std::move(jobs)) {}

  absl::StatusOr<bool> Enqueue(const Job& job) override {
    RETURN_IF_ERROR(CheckJob(job));
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    const absl::Time now = options_.now();
    ASSIGN_OR_RETURN(const std::optional<JobRow> old, jobs_.Find(job.key()));
    if (old && !old->is_damaged && IsKnown(*old, now)) return false;
    JobRow row{.key = job.key(), .tenant = job.tenant(), .job = job, .at = now};
    if (!job.has_queued_at()) *row.job.mutable_queued_at() = ToTimestamp(now);
    if (job.has_not_before() && ToTime(job.not_before()) > now) {
      row.state = JobState::kDelayed;
      row.at = ToTime(job.not_before());
    }
    RETURN_IF_ERROR(jobs_.Put(row));
    RETURN_IF_ERROR(Commit(transaction));
    return true;
  }

  absl::StatusOr<std::optional<Lease>> Take(absl::string_view worker, absl::Duration lease,
                                            absl::Duration wait) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + absl::ToChronoNanoseconds(wait);
    MutexLock lock(mutex_);
    while (true) {
      ASSIGN_OR_RETURN(std::optional<Lease> taken, TryTake(worker, lease));
      if (taken || Clock::now() >= end) return taken;
      RETURN_IF_ERROR(WaitForChange(end, lock));
    }
  }

  absl::Status Extend(const Lease& lease, absl::Duration duration) override {
    return Change(lease, [&](JobRow& row) { row.at = options_.now() + duration; });
  }

  absl::Status Complete(const Lease& lease) override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.Find(lease.job.key()));
    // The answer to the first time may have been lost.
    if (row && row->state == JobState::kDone && IsOf(*row, lease)) return absl::OkStatus();
    if (!row || !Holds(*row, lease)) return Lost(row, lease);
    row->state = JobState::kDone;
    row->job = BareJob(row->key, row->tenant);
    row->at = options_.now();
    RETURN_IF_ERROR(jobs_.Put(*row));
    return Commit(transaction);
  }

  absl::Status Retry(const Lease& lease, absl::string_view reason, absl::Duration delay) override {
    return Change(lease, [&](JobRow& row) {
      row.reason = std::string(reason);
      if (row.attempts >= options_.max_attempts) return Bury(row);
      row.state = JobState::kDelayed;
      row.at = options_.now() + DelayOf(options_, static_cast<int>(row.attempts), delay);
    });
  }

  absl::Status Postpone(const Lease& lease, absl::string_view reason,
                        absl::Duration delay) override {
    return Change(lease, [&](JobRow& row) {
      row.reason = std::string(reason);
      --row.attempts;
      row.state = JobState::kDelayed;
      row.at = options_.now() + delay;
    });
  }

  absl::Status Bury(const Lease& lease, absl::string_view reason) override {
    return Change(lease, [&](JobRow& row) {
      row.reason = std::string(reason);
      Bury(row);
    });
  }

  absl::StatusOr<std::vector<std::string>> Withdraw(int64_t repository_id, int64_t number,
                                                    absl::string_view except_head) override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::vector<JobRow> rows, jobs_.OfPullRequest(repository_id, number));
    std::vector<std::string> keys;
    for (JobRow& row : rows) {
      if (!IsWithdrawn(row.job, except_head)) continue;
      keys.push_back(row.key);
      RETURN_IF_ERROR(PutWithdrawn(row));
    }
    RETURN_IF_ERROR(Commit(transaction));
    return keys;
  }

  absl::Status WithdrawKey(absl::string_view key) override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.Find(key));
    if (!row || row->state > JobState::kRunning) return NoSuchJob(key);
    RETURN_IF_ERROR(PutWithdrawn(*row));
    return Commit(transaction);
  }

  absl::StatusOr<QueueStats> Stats() override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteJobs::Depths depths, jobs_.Count());
    QueueStats stats{.waiting = depths.states[JobState::kWaiting],
                     .delayed = depths.states[JobState::kDelayed],
                     .running = depths.states[JobState::kRunning],
                     .dead = depths.states[JobState::kDead],
                     .oldest_age = absl::ZeroDuration(),
                     .tenants = std::move(depths.tenants)};
    if (depths.oldest) {
      stats.oldest_age = std::max(options_.now() - *depths.oldest, absl::ZeroDuration());
    }
    return stats;
  }

  absl::StatusOr<QueueDepth> Depth(absl::string_view tenant) override {
    const MutexLock lock(mutex_);
    return jobs_.Depth(tenant, options_.now());
  }

  absl::StatusOr<std::optional<KeptJob>> Find(absl::string_view key) override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.Find(key));
    if (!row) return std::nullopt;
    return Kept(*std::move(row));
  }

  absl::StatusOr<std::vector<review::v1::DeadLetter>> DeadLetters() override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(std::vector<JobRow> rows, jobs_.InState(JobState::kDead));
    std::vector<review::v1::DeadLetter> letters;
    for (JobRow& row : rows) {
      review::v1::DeadLetter& letter = letters.emplace_back();
      letter.set_id(row.letter_id);
      letter.set_reason(row.reason);
      letter.set_attempts(static_cast<int32_t>(row.attempts));
      *letter.mutable_at() = ToTimestamp(row.at);
      *letter.mutable_job() = std::move(row.job);
    }
    return letters;
  }

  absl::StatusOr<std::string> Revive(absl::string_view id) override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.FindLetter(id));
    if (!row) return NoSuchLetter(id);
    row->state = JobState::kWaiting;
    row->attempts = 0;
    row->letter_id.clear();
    row->at = options_.now();
    RETURN_IF_ERROR(jobs_.Move(*row));
    RETURN_IF_ERROR(Commit(transaction));
    return row->key;
  }

  absl::StatusOr<std::vector<KeptJob>> List() override {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(std::vector<JobRow> rows, jobs_.All());
    std::vector<KeptJob> kept;
    for (JobRow& row : rows) kept.push_back(Kept(std::move(row)));
    return kept;
  }

  absl::Status Restore(const KeptJob& kept) override {
    RETURN_IF_ERROR(CheckJob(kept.job));
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(const std::optional<JobRow> old, jobs_.Find(kept.job.key()));
    if (old) {
      return absl::AlreadyExistsError(absl::StrCat("there is a job '", kept.job.key(), "'"));
    }
    const bool is_running = kept.state == JobState::kRunning;
    RETURN_IF_ERROR(jobs_.Put({.key = kept.job.key(),
                               .tenant = kept.job.tenant(),
                               .state = is_running ? JobState::kWaiting : kept.state,
                               .job = kept.job,
                               .attempts = kept.attempts,
                               .reason = kept.reason,
                               .letter_id = kept.letter_id,
                               .at = is_running ? options_.now() : kept.at}));
    return Commit(transaction);
  }

  // Buries rows of a file that may have been damaged while nobody had it open.
  absl::Status BuryUnreachable() {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::vector<JobRow> rows, jobs_.Unreachable());
    if (rows.empty()) return absl::OkStatus();
    for (JobRow& row : rows) RETURN_IF_ERROR(BuryUnreadable(row));
    return Commit(transaction);
  }

 private:
  static KeptJob Kept(JobRow row) {
    return {.job = std::move(row.job),
            .state = row.state,
            .attempts = static_cast<int>(row.attempts),
            .token = row.token == 0 ? "" : absl::StrCat(row.token),
            .reason = std::move(row.reason),
            .letter_id = std::move(row.letter_id),
            .at = row.at};
  }

  absl::Status BuryUnreadable(JobRow& row) {
    NoteUnreadable(row.key);
    row.reason = std::string(kUnreadable);
    Bury(row);
    return jobs_.Move(row);
  }

  bool IsKnown(const JobRow& row, absl::Time now) const {
    if (row.state == JobState::kDone) return row.at + options_.key_retention > now;
    return row.state <= JobState::kRunning;
  }

  static bool IsOf(const JobRow& row, const Lease& lease) {
    return absl::StrCat(row.token) == lease.token;
  }

  static bool Holds(const JobRow& row, const Lease& lease) {
    return row.state == JobState::kRunning && IsOf(row, lease);
  }

  static absl::Status Lost(const std::optional<JobRow>& row, const Lease& lease) {
    return LeaseLost(lease.job.key(), row ? row->state : JobState::kDone);
  }

  void Bury(JobRow& row) {
    row.state = JobState::kDead;
    row.letter_id = ids_.Next();
    row.at = options_.now();
  }

  absl::Status PutWithdrawn(JobRow& row) {
    row.state = JobState::kWithdrawn;
    row.job = BareJob(row.key, row.tenant);
    row.at = options_.now();
    return jobs_.Put(row);
  }

  absl::Status Commit(SqliteTransaction& transaction) {
    RETURN_IF_ERROR(transaction.Commit());
    changed_.NotifyAll();
    return absl::OkStatus();
  }

  // What the holder of the lease may do to its job.
  absl::Status Change(const Lease& lease, const std::function<void(JobRow&)>& change) {
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.Find(lease.job.key()));
    if (!row || !Holds(*row, lease)) return Lost(row, lease);
    change(*row);
    RETURN_IF_ERROR(jobs_.Move(*row));
    return Commit(transaction);
  }

  absl::StatusOr<std::optional<Lease>> TryTake(absl::string_view worker, absl::Duration duration) {
    const absl::Time now = options_.now();
    // Most looks find nothing; they need not stop other processes from writing.
    ASSIGN_OR_RETURN(SqliteJobs::Outlook outlook, jobs_.Look());
    if (!outlook.is_any_waiting && outlook.next > now) return std::nullopt;
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(jobs_.database()));
    RETURN_IF_ERROR(WakeDue(now));
    RETURN_IF_ERROR(Sweep(now));
    ASSIGN_OR_RETURN(std::optional<JobRow> row, jobs_.TakeTurn());
    while (row && row->is_damaged) {
      RETURN_IF_ERROR(BuryUnreadable(*row));
      ASSIGN_OR_RETURN(row, jobs_.TakeTurn());
    }
    if (!row) {
      RETURN_IF_ERROR(transaction.Commit());
      return std::nullopt;
    }
    ASSIGN_OR_RETURN(row->token, jobs_.NextToken());
    ++row->attempts;
    row->state = JobState::kRunning;
    row->worker = std::string(worker);
    row->at = now + duration;
    RETURN_IF_ERROR(jobs_.Move(*row));
    RETURN_IF_ERROR(transaction.Commit());
    return Lease{.job = std::move(row->job),
                 .token = absl::StrCat(row->token),
                 .attempts = static_cast<int>(row->attempts),
                 .until = row->at};
  }

  // Delayed jobs that are due and leases that have run out.
  absl::Status WakeDue(absl::Time now) {
    for (JobState state : {JobState::kDelayed, JobState::kRunning}) {
      ASSIGN_OR_RETURN(std::vector<JobRow> rows, jobs_.Due(state, now, kMaxDueAtOnce));
      for (JobRow& row : rows) {
        if (state == JobState::kRunning && row.attempts >= options_.max_attempts) {
          row.reason = WorkersGone(static_cast<int>(row.attempts), row.worker);
          Bury(row);
        } else {
          row.state = JobState::kWaiting;
          row.at = now;
        }
        RETURN_IF_ERROR(jobs_.Move(row));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Sweep(absl::Time now) {
    if (now < next_sweep_) return absl::OkStatus();
    next_sweep_ = now + kBetweenSweeps;
    for (JobState state : {JobState::kDone, JobState::kWithdrawn}) {
      RETURN_IF_ERROR(jobs_.Forget(state, now - options_.key_retention));
    }
    return jobs_.Forget(JobState::kDead, now - options_.dead_letter_retention);
  }

  // Returns when something may have changed: here, in another process, or by time.
  absl::Status WaitForChange(std::chrono::steady_clock::time_point end, MutexLock& lock)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    ASSIGN_OR_RETURN(const int64_t version, jobs_.DataVersion());
    ASSIGN_OR_RETURN(const SqliteJobs::Outlook outlook, jobs_.Look());
    const auto due = std::chrono::steady_clock::now() +
                     absl::ToChronoNanoseconds(std::clamp(outlook.next - options_.now(),
                                                          absl::Milliseconds(1), absl::Hours(1)));
    while (true) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= std::min(end, due)) return absl::OkStatus();
      const auto until = std::min({end, due, now + absl::ToChronoNanoseconds(kPoll)});
      if (changed_.WaitUntil(lock, until)) return absl::OkStatus();
      ASSIGN_OR_RETURN(const int64_t current, jobs_.DataVersion());
      if (current != version) return absl::OkStatus();
    }
  }

  const JobQueueOptions options_;
  IdSource ids_;
  Mutex mutex_;
  ConditionVariable changed_;
  SqliteJobs jobs_;
  absl::Time next_sweep_ = absl::InfinitePast();
};

}  // namespace

absl::StatusOr<std::unique_ptr<JobQueue>> OpenSqliteQueue(const std::string& path,
                                                          JobQueueOptions options) {
  ASSIGN_OR_RETURN(SqliteJobs jobs, SqliteJobs::Open(path));
  auto queue = std::make_unique<SqliteQueue>(std::move(jobs), std::move(options));
  RETURN_IF_ERROR(queue->BuryUnreachable());
  return queue;
}

}  // namespace allreview::gateway
