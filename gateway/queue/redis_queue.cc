#include "gateway/queue/redis_queue.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/queue/queue_rules.h"
#include "gateway/queue/redis_queue_script.h"
#include "gateway/store/ids.h"
#include "gateway/store/value_codec.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;

// How long a worker waits at most for one token, so that it notices a server that has gone.
constexpr absl::Duration kLongestBlock = absl::Seconds(5);
constexpr absl::Duration kShortestBlock = absl::Milliseconds(10);

constexpr std::chrono::seconds kBetweenRebuilds{1};

constexpr absl::string_view kStates[] = {"waiting", "delayed", "running",
                                         "done",    "dead",    "withdrawn"};

absl::string_view NameOf(JobState state) { return kStates[static_cast<size_t>(state)]; }

JobState StateOf(absl::string_view name) {
  const auto* found = std::find(std::begin(kStates), std::end(kStates), name);
  return found == std::end(kStates) ? JobState::kDone
                                    : static_cast<JobState>(found - std::begin(kStates));
}

std::string Milliseconds(absl::Duration duration) {
  return absl::StrCat(absl::ToInt64Milliseconds(duration));
}

absl::StatusOr<Job> ParseJob(absl::string_view packed, absl::string_view key) {
  ASSIGN_OR_RETURN(const std::string bytes, UnpackValue(packed));
  Job job;
  if (job.ParseFromString(bytes) && job.key() == key) return job;
  return absl::DataLossError("queue: a job cannot be read");
}

int64_t Number(const RedisValue& value) {
  int64_t number = value.integer;
  if (value.kind == RedisValue::Kind::kText && !absl::SimpleAtoi(value.text, &number)) number = 0;
  return number;
}

// "job", "state", "attempts", "token", "reason", "letter", "at", "tenant", key, as the script gives
// them.
KeptJob ParseKept(const RedisValue& fields) {
  KeptJob kept;
  absl::StatusOr<Job> job = ParseJob(fields.elements[0].text, fields.elements[8].text);
  kept.state = StateOf(fields.elements[1].text);
  kept.attempts = static_cast<int>(Number(fields.elements[2]));
  if (Number(fields.elements[3]) != 0) kept.token = fields.elements[3].text;
  kept.reason = fields.elements[4].text;
  kept.letter_id = fields.elements[5].text;
  kept.at = absl::FromUnixMillis(Number(fields.elements[6]));
  if (job.ok()) {
    kept.job = *std::move(job);
  } else {
    kept.job = BareJob(fields.elements[8].text, fields.elements[7].text);
    if (kept.reason.empty()) kept.reason = std::string(kUnreadable);
  }
  return kept;
}

class RedisQueue final : public JobQueue {
 public:
  RedisQueue(std::shared_ptr<RedisClient> client, std::string prefix, JobQueueOptions options)
      : client_(std::move(client)),
        prefix_(std::move(prefix)),
        options_(WithDefaults(std::move(options))),
        ids_({.now = options_.now}) {}

  absl::StatusOr<bool> Enqueue(const Job& job) override {
    RETURN_IF_ERROR(CheckJob(job));
    ASSIGN_OR_RETURN(RedisValue is_new, Run("enqueue", ArgumentsOf(job)));
    return is_new.integer == 1;
  }

  absl::StatusOr<std::optional<Lease>> Take(absl::string_view worker, absl::Duration lease,
                                            absl::Duration wait) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + absl::ToChronoNanoseconds(wait);
    while (true) {
      ASSIGN_OR_RETURN(RedisValue answer,
                       Run("take", {std::string(worker), Milliseconds(lease),
                                    absl::StrCat(options_.max_attempts), ids_.Next(),
                                    Milliseconds(options_.dead_letter_retention)}));
      if (answer.elements[0].text == "job") {
        std::optional<Lease> taken = ParseLease(answer);
        if (taken) return taken;
        RETURN_IF_ERROR(BuryUnreadable(answer));
        continue;
      }
      const absl::Duration left = absl::FromChrono(end - Clock::now());
      if (left <= absl::ZeroDuration()) return std::nullopt;
      RETURN_IF_ERROR(WaitForToken(std::min(left, absl::Milliseconds(Number(answer.elements[1])))));
    }
  }

  absl::Status Extend(const Lease& lease, absl::Duration duration) override {
    return Change(lease, {"extend", Milliseconds(duration)});
  }

  absl::Status Complete(const Lease& lease) override {
    return Change(lease, {"complete", Milliseconds(options_.key_retention)});
  }

  absl::Status Retry(const Lease& lease, absl::string_view reason, absl::Duration delay) override {
    return Change(lease, {"retry", std::string(reason), ids_.Next(),
                          Milliseconds(DelayOf(options_, lease.attempts, delay)),
                          absl::StrCat(options_.max_attempts)});
  }

  absl::Status Postpone(const Lease& lease, absl::string_view reason,
                        absl::Duration delay) override {
    return Change(lease, {"postpone", std::string(reason), Milliseconds(delay)});
  }

  absl::Status Bury(const Lease& lease, absl::string_view reason) override {
    return Change(lease, {"bury", std::string(reason), ids_.Next()});
  }

  absl::StatusOr<std::vector<std::string>> Withdraw(int64_t repository_id, int64_t number,
                                                    absl::string_view except_head) override {
    ASSIGN_OR_RETURN(RedisValue answer, Run("withdraw", {absl::StrCat(repository_id, "/", number),
                                                         std::string(except_head),
                                                         Milliseconds(options_.key_retention)}));
    std::vector<std::string> keys;
    for (RedisValue& key : answer.elements) keys.push_back(std::move(key.text));
    return keys;
  }

  absl::Status WithdrawKey(absl::string_view key) override {
    ASSIGN_OR_RETURN(RedisValue done,
                     Run("withdraw_key", {std::string(key), Milliseconds(options_.key_retention)}));
    return done.integer == 1 ? absl::OkStatus() : NoSuchJob(key);
  }

  absl::StatusOr<QueueStats> Stats() override {
    ASSIGN_OR_RETURN(RedisValue answer, Run("stats", {}));
    const std::vector<RedisValue>& values = answer.elements;
    QueueStats stats{.waiting = values[0].integer,
                     .delayed = values[1].integer,
                     .running = values[2].integer,
                     .dead = values[3].integer,
                     .oldest_age = absl::Milliseconds(values[4].integer),
                     .tenants = {}};
    for (size_t i = 5; i + 1 < values.size(); i += 2) {
      stats.tenants.push_back({.tenant = values[i].text, .waiting = values[i + 1].integer});
    }
    return stats;
  }

  absl::StatusOr<QueueDepth> Depth(absl::string_view tenant) override {
    ASSIGN_OR_RETURN(
        const RedisValue answer,
        Run("depth", {std::string(tenant), absl::StrCat(absl::ToInt64Milliseconds(kPaceWindow))}));
    return QueueDepth{.of_tenant = answer.elements[0].integer,
                      .of_all = answer.elements[1].integer,
                      .pace = PaceOf({.count = answer.elements[2].integer,
                                      .first = absl::FromUnixMillis(answer.elements[3].integer),
                                      .now = absl::FromUnixMillis(answer.elements[4].integer)})};
  }

  absl::StatusOr<std::optional<KeptJob>> Find(absl::string_view key) override {
    ASSIGN_OR_RETURN(const RedisValue fields, Run("read", {std::string(key)}));
    if (!fields.elements[1].is_nil()) return ParseKept(fields);
    std::vector<KeptJob> kept;
    RETURN_IF_ERROR(AddEnded(std::string(key), kept));
    if (kept.empty()) return std::nullopt;
    return std::move(kept.front());
  }

  absl::StatusOr<std::vector<review::v1::DeadLetter>> DeadLetters() override {
    ASSIGN_OR_RETURN(RedisValue answer, Run("dead", {}));
    std::vector<review::v1::DeadLetter> letters;
    for (const RedisValue& fields : answer.elements) {
      KeptJob kept = ParseKept(fields);
      review::v1::DeadLetter& letter = letters.emplace_back();
      letter.set_id(kept.letter_id);
      letter.set_reason(kept.reason);
      letter.set_attempts(kept.attempts);
      *letter.mutable_at() = ToTimestamp(kept.at);
      *letter.mutable_job() = std::move(kept.job);
    }
    return letters;
  }

  absl::StatusOr<std::string> Revive(absl::string_view id) override {
    ASSIGN_OR_RETURN(RedisValue key, Run("revive", {std::string(id)}));
    if (key.is_nil()) return NoSuchLetter(id);
    return key.text;
  }

  absl::StatusOr<std::vector<KeptJob>> List() override {
    std::vector<KeptJob> kept;
    ASSIGN_OR_RETURN(const std::vector<std::string> jobs, KeysOf("job:"));
    for (const std::string& key : jobs) {
      ASSIGN_OR_RETURN(RedisValue fields, Run("read", {key}));
      if (fields.elements[0].is_nil()) continue;  // Ended meanwhile.
      kept.push_back(ParseKept(fields));
    }
    ASSIGN_OR_RETURN(const std::vector<std::string> ended, KeysOf("ended:"));
    for (const std::string& key : ended) RETURN_IF_ERROR(AddEnded(key, kept));
    std::sort(kept.begin(), kept.end(),
              [](const KeptJob& a, const KeptJob& b) { return a.job.key() < b.job.key(); });
    return kept;
  }

  absl::Status Restore(const KeptJob& kept) override {
    RETURN_IF_ERROR(CheckJob(kept.job));
    const JobState state = kept.state == JobState::kRunning ? JobState::kWaiting : kept.state;
    std::vector<std::string> arguments = ArgumentsOf(kept.job);
    arguments.insert(arguments.end(),
                     {std::string(NameOf(state)), absl::StrCat(kept.attempts), kept.reason,
                      kept.letter_id, absl::StrCat(absl::ToUnixMillis(kept.at))});
    ASSIGN_OR_RETURN(RedisValue is_new, Run("restore", arguments));
    if (is_new.integer == 1) return absl::OkStatus();
    return absl::AlreadyExistsError(absl::StrCat("there is a job '", kept.job.key(), "'"));
  }

 private:
  absl::Time Now() const { return options_.now ? options_.now() : absl::Now(); }

  // A script that fails has met something that it did not write.
  absl::StatusOr<RedisValue> Run(absl::string_view operation,
                                 const std::vector<std::string>& arguments) {
    absl::StatusOr<RedisValue> answer = RunOnce(operation, arguments);
    if (!absl::IsInternal(answer.status()) || !MayRebuild()) return answer;
    Log(LogLevel::kError, "queue is damaged and made anew from its jobs",
        {{"operation", std::string(operation)},
         {"reason", std::string(answer.status().message())}});
    ASSIGN_OR_RETURN(const RedisValue removed, RunOnce("rebuild", {}));
    if (removed.integer > 0) {
      Log(LogLevel::kError, "keys of the queue were no jobs and are removed",
          {{"keys", absl::StrCat(removed.integer)}});
    }
    return RunOnce(operation, arguments);
  }

  // Not again and again, should that not help.
  bool MayRebuild() {
    const MutexLock lock(rebuild_mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now < next_rebuild_) return false;
    next_rebuild_ = now + kBetweenRebuilds;
    return true;
  }

  absl::StatusOr<RedisValue> RunOnce(absl::string_view operation,
                                     const std::vector<std::string>& arguments) {
    const std::string name = absl::StrCat(prefix_, "queue:");
    const std::string now = options_.now ? absl::StrCat(absl::ToUnixMillis(options_.now())) : "";
    std::vector<absl::string_view> all = {operation, name, now};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return client_->Run(kQueueScript, all);
  }

  // key, tenant, job, queued, due, pull, head, nonce, retention
  std::vector<std::string> ArgumentsOf(const Job& job) {
    Job queued = job;
    if (!job.has_queued_at()) *queued.mutable_queued_at() = ToTimestamp(Now());
    const absl::Time due = job.has_not_before() ? ToTime(job.not_before()) : absl::UnixEpoch();
    return {job.key(),
            job.tenant(),
            PackValue(queued.SerializeAsString()),
            absl::StrCat(absl::ToUnixMillis(ToTime(queued.queued_at()))),
            absl::StrCat(absl::ToUnixMillis(due)),
            job.has_review() ? absl::StrCat(job.repository().id(), "/", job.number()) : "",
            job.head_commit(),
            ids_.Next(),
            Milliseconds(options_.key_retention)};
  }

  // "job", its bytes, token, attempts, end of the lease, key, tenant. None: the job is unreadable.
  static std::optional<Lease> ParseLease(const RedisValue& answer) {
    absl::StatusOr<Job> job = ParseJob(answer.elements[1].text, answer.elements[5].text);
    if (!job.ok()) return std::nullopt;
    return Lease{.job = *std::move(job),
                 .token = answer.elements[2].text,
                 .attempts = static_cast<int>(answer.elements[3].integer),
                 .until = absl::FromUnixMillis(answer.elements[4].integer)};
  }

  absl::Status BuryUnreadable(const RedisValue& answer) {
    const Lease lease = {.job = BareJob(answer.elements[5].text, answer.elements[6].text),
                         .token = answer.elements[2].text};
    NoteUnreadable(lease.job.key());
    const absl::Status status = Bury(lease, kUnreadable);
    return absl::IsAborted(status) ? absl::OkStatus() : status;  // Another worker was faster.
  }

  absl::Status WaitForToken(absl::Duration wait) {
    wait = std::clamp(wait, kShortestBlock, kLongestBlock);
    const std::string wake = absl::StrCat(prefix_, "queue:wake");
    const std::string seconds = absl::StrCat(absl::ToDoubleSeconds(wait));
    const absl::Status status = client_->Run({"BLPOP", wake, seconds}, {.blocks = wait}).status();
    // Something else than a list lies there; taking begins anew once that is gone.
    return absl::IsInternal(status) ? client_->Run({"DEL", wake}).status() : status;
  }

  absl::Status Change(const Lease& lease, std::vector<std::string> what) {
    what.insert(what.begin(), {lease.job.key(), lease.token});
    ASSIGN_OR_RETURN(RedisValue answer, Run("change", what));
    if (answer.text == "ok") return absl::OkStatus();
    return LeaseLost(lease.job.key(),
                     answer.text == "withdrawn" ? JobState::kWithdrawn : JobState::kDone);
  }

  // What follows the prefix in all such keys.
  absl::StatusOr<std::vector<std::string>> KeysOf(absl::string_view kind) {
    const std::string begin = absl::StrCat(prefix_, "queue:", kind);
    const std::string pattern = absl::StrCat(
        absl::StrReplaceAll(
            begin, {{"\\", "\\\\"}, {"*", "\\*"}, {"?", "\\?"}, {"[", "\\["}, {"]", "\\]"}}),
        "*");
    std::vector<std::string> keys;
    std::string cursor = "0";
    do {
      ASSIGN_OR_RETURN(RedisValue page,
                       client_->Run({"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"}));
      cursor = page.elements[0].text;
      for (const RedisValue& key : page.elements[1].elements) {
        keys.push_back(key.text.substr(begin.size()));
      }
    } while (cursor != "0");
    // SCAN may give a key twice.
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
  }

  absl::Status AddEnded(const std::string& key, std::vector<KeptJob>& kept) {
    const std::string name = absl::StrCat(prefix_, "queue:ended:", key);
    const absl::StatusOr<RedisValue> answer = client_->Run({"GET", name});
    if (absl::IsInternal(answer.status())) return SkipEnded(key);
    RETURN_IF_ERROR(answer.status());
    const RedisValue& marker = *answer;
    if (marker.is_nil()) return absl::OkStatus();
    const std::vector<std::string> parts = absl::StrSplit(marker.text, absl::MaxSplits(' ', 3));
    int64_t at = 0;
    if (parts.size() != 4 || !absl::SimpleAtoi(parts[2], &at)) {
      return SkipEnded(key);
    }
    if (absl::FromUnixMillis(at) + options_.key_retention <= Now()) return absl::OkStatus();
    kept.push_back({.job = BareJob(key, parts[3]),
                    .state = StateOf(parts[0]),
                    .attempts = 0,
                    .token = parts[1] == "0" ? "" : parts[1],
                    .reason = "",
                    .letter_id = "",
                    .at = absl::FromUnixMillis(at)});
    return absl::OkStatus();
  }

  // Nobody works on it, and the key may be queued again.
  static absl::Status SkipEnded(const std::string& key) {
    Log(LogLevel::kError, "what became of a job cannot be read", {{"key", key}});
    return absl::OkStatus();
  }

  const std::shared_ptr<RedisClient> client_;
  const std::string prefix_;
  const JobQueueOptions options_;
  IdSource ids_;
  Mutex rebuild_mutex_;
  std::chrono::steady_clock::time_point next_rebuild_ ABSL_GUARDED_BY(rebuild_mutex_) = {};
};

}  // namespace

std::unique_ptr<JobQueue> MakeRedisQueue(std::shared_ptr<RedisClient> client, std::string prefix,
                                         JobQueueOptions options) {
  return std::make_unique<RedisQueue>(std::move(client), std::move(prefix), std::move(options));
}

}  // namespace allreview::gateway
