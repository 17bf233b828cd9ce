#include "gateway/queue/redis_queue.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
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

absl::StatusOr<Job> ParseJob(absl::string_view packed) {
  ASSIGN_OR_RETURN(const std::string bytes, UnpackValue(packed));
  Job job;
  if (job.ParseFromString(bytes)) return job;
  return absl::DataLossError("queue: a job cannot be read");
}

int64_t Number(const RedisValue& value) {
  int64_t number = value.integer;
  if (value.kind == RedisValue::Kind::kText && !absl::SimpleAtoi(value.text, &number)) number = 0;
  return number;
}

// "job", "state", "attempts", "token", "reason", "letter", "at", as the script gives them.
absl::StatusOr<KeptJob> ParseKept(const RedisValue& fields) {
  KeptJob kept;
  ASSIGN_OR_RETURN(kept.job, ParseJob(fields.elements[0].text));
  kept.state = StateOf(fields.elements[1].text);
  kept.attempts = static_cast<int>(Number(fields.elements[2]));
  if (Number(fields.elements[3]) != 0) kept.token = fields.elements[3].text;
  kept.reason = fields.elements[4].text;
  kept.letter_id = fields.elements[5].text;
  kept.at = absl::FromUnixMillis(Number(fields.elements[6]));
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
      if (answer.elements[0].text == "job") return ParseLease(answer);
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

  absl::StatusOr<std::vector<review::v1::DeadLetter>> DeadLetters() override {
    ASSIGN_OR_RETURN(RedisValue answer, Run("dead", {}));
    std::vector<review::v1::DeadLetter> letters;
    for (const RedisValue& fields : answer.elements) {
      ASSIGN_OR_RETURN(KeptJob kept, ParseKept(fields));
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
      ASSIGN_OR_RETURN(kept.emplace_back(), ParseKept(fields));
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

  absl::StatusOr<RedisValue> Run(absl::string_view operation,
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

  absl::StatusOr<std::optional<Lease>> ParseLease(const RedisValue& answer) const {
    Lease lease;
    ASSIGN_OR_RETURN(lease.job, ParseJob(answer.elements[1].text));
    lease.token = answer.elements[2].text;
    lease.attempts = static_cast<int>(answer.elements[3].integer);
    lease.until = absl::FromUnixMillis(answer.elements[4].integer);
    return lease;
  }

  absl::Status WaitForToken(absl::Duration wait) {
    wait = std::clamp(wait, kShortestBlock, kLongestBlock);
    const std::string wake = absl::StrCat(prefix_, "queue:wake");
    const std::string seconds = absl::StrCat(absl::ToDoubleSeconds(wait));
    return client_->Run({"BLPOP", wake, seconds}, {.blocks = wait}).status();
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
    ASSIGN_OR_RETURN(const RedisValue marker, client_->Run({"GET", name}));
    if (marker.is_nil()) return absl::OkStatus();
    const std::vector<std::string> parts = absl::StrSplit(marker.text, absl::MaxSplits(' ', 3));
    int64_t at = 0;
    if (parts.size() != 4 || !absl::SimpleAtoi(parts[2], &at)) {
      return absl::DataLossError(absl::StrCat("queue: '", name, "' cannot be read"));
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

  const std::shared_ptr<RedisClient> client_;
  const std::string prefix_;
  const JobQueueOptions options_;
  IdSource ids_;
};

}  // namespace

std::unique_ptr<JobQueue> MakeRedisQueue(std::shared_ptr<RedisClient> client, std::string prefix,
                                         JobQueueOptions options) {
  return std::make_unique<RedisQueue>(std::move(client), std::move(prefix), std::move(options));
}

}  // namespace allreview::gateway
