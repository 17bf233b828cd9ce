#include "services/analysis/redis_facts_cache.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "services/analysis/facts_record.h"

namespace allreview::analysis {
namespace {

using Clock = std::chrono::steady_clock;

// About a megabyte of facts in one answer, and no longer than that in one command.
constexpr size_t kIdsInBatch = 256, kBytesInBatch = 1 << 20;
constexpr absl::Duration kFirstRest = absl::Seconds(1), kLongestRest = absl::Seconds(30);
constexpr int kMostDoublings = 5;

// SET takes an end only for one key, and the answers of many would be as many messages.
constexpr RedisScript kSetAll = {R"lua(
  for i = 2, #ARGV, 2 do
    redis.call('SET', ARGV[i], ARGV[i + 1], 'EX', ARGV[1])
  end
  return #ARGV
)lua"};

}  // namespace

bool RedisFactsCache::Health::MayTry(absl::Time now) {
  const MutexLock lock(mutex_);
  return now >= rests_until_;
}

bool RedisFactsCache::Health::Failed(absl::Time now) {
  const MutexLock lock(mutex_);
  const int doublings = std::min(failures_, kMostDoublings);
  rests_until_ = now + std::min(kFirstRest * (1 << doublings), kLongestRest);
  return ++failures_ == 1;
}

bool RedisFactsCache::Health::Worked() {
  const MutexLock lock(mutex_);
  return std::exchange(failures_, 0) > 0;
}

RedisFactsCache::RedisFactsCache(RedisFactsOptions options)
    : options_(std::move(options)),
      redis_({.address = options_.address,
              .connect_timeout = options_.command_limit,
              .command_timeout = options_.command_limit,
              .patience = absl::ZeroDuration()}),
      meter_("facts-redis", options_.metrics) {}

std::string RedisFactsCache::KeyOf(absl::string_view name) const {
  return absl::StrCat(options_.prefix, name);
}

void RedisFactsCache::Note(const std::string& operation, const absl::Status& status,
                           Health& health) {
  if (status.ok()) {
    if (health.Worked()) {
      Log(LogLevel::kInfo, "facts in Redis can be used again", {{"operation", operation}});
    }
    return;
  }
  meter_.CountFailure(operation);
  if (health.Failed(options_.now())) {
    Log(LogLevel::kWarning, "facts in Redis cannot be used",
        {{"operation", operation}, {"reason", std::string(status.message())}});
  }
}

absl::StatusOr<size_t> RedisFactsCache::GetBatch(const std::vector<std::string>& blob_ids,
                                                 size_t first, size_t end,
                                                 std::vector<std::optional<SharedBytes>>& facts) {
  std::vector<std::string> names, keys;
  for (size_t i = first; i < end; ++i) {
    names.push_back(FactsName(options_.engine_version, blob_ids[i]));
    keys.push_back(KeyOf(names.back()));
  }
  std::vector<absl::string_view> command = {"MGET"};
  command.insert(command.end(), keys.begin(), keys.end());
  ASSIGN_OR_RETURN(RedisValue answer, redis_.Run(command));
  if (answer.elements.size() != keys.size()) {
    return absl::InternalError(absl::StrCat(redis_.name(), ": ", answer.elements.size(),
                                            " answers, wanted ", keys.size()));
  }
  size_t damaged = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    RedisValue& value = answer.elements[i];
    if (value.is_nil()) continue;
    facts[first + i] = OpenRecord(names[i], SharedBytes(std::move(value.text)));
    if (facts[first + i]) continue;
    if (damaged++ == 0) {
      Log(LogLevel::kWarning, "facts are damaged and made again",
          {{"server", redis_.name()}, {"blob", blob_ids[first + i]}});
    }
  }
  return damaged;
}

std::vector<std::optional<SharedBytes>> RedisFactsCache::Get(
    const std::vector<std::string>& blob_ids) {
  std::vector<std::optional<SharedBytes>> facts(blob_ids.size());
  size_t damaged = 0;
  if (!blob_ids.empty() && getting_.MayTry(options_.now())) {
    const auto end = Clock::now() + absl::ToChronoNanoseconds(options_.limit);
    absl::Status status;
    for (size_t first = 0; first < blob_ids.size() && status.ok(); first += kIdsInBatch) {
      if (first > 0 && Clock::now() >= end) {
        status = absl::DeadlineExceededError(absl::StrCat(redis_.name(), ": slow"));
        break;
      }
      const absl::StatusOr<size_t> batch =
          GetBatch(blob_ids, first, std::min(first + kIdsInBatch, blob_ids.size()), facts);
      status = batch.status();
      if (batch.ok()) damaged += *batch;
    }
    Note("get", status, getting_);
  }
  meter_.CountLookups(facts, damaged);
  return facts;
}

absl::StatusOr<size_t> RedisFactsCache::PutBatch(const std::vector<change::NamedFacts>& facts,
                                                 size_t first) {
  std::vector<std::string> arguments = {absl::StrCat(absl::ToInt64Seconds(options_.ttl))};
  size_t bytes = 0, next = first;
  for (; next < facts.size() && bytes < kBytesInBatch && next - first < kIdsInBatch; ++next) {
    const auto& [blob_id, value] = facts[next];
    const std::string name = FactsName(options_.engine_version, blob_id);
    arguments.push_back(KeyOf(name));
    arguments.push_back(absl::StrCat(RecordHead(name, value.view()), value.view()));
    bytes += value.view().size();
  }
  RETURN_IF_ERROR(redis_.Run(kSetAll, {arguments.begin(), arguments.end()}).status());
  meter_.CountWritten(bytes);
  return next;
}

void RedisFactsCache::Put(const std::vector<change::NamedFacts>& facts) {
  if (facts.empty() || !putting_.MayTry(options_.now())) return;
  const auto end = Clock::now() + absl::ToChronoNanoseconds(options_.limit);
  absl::Status status;
  for (size_t next = 0; next < facts.size();) {
    if (next > 0 && Clock::now() >= end) {
      status = absl::DeadlineExceededError(absl::StrCat(redis_.name(), ": slow"));
      break;
    }
    const absl::StatusOr<size_t> batch = PutBatch(facts, next);
    if (!batch.ok()) {
      status = batch.status();
      break;
    }
    next = *batch;
  }
  Note("put", status, putting_);
}

}  // namespace allreview::analysis
