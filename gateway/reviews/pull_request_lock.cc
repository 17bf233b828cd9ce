#include "gateway/reviews/pull_request_lock.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace allreview::gateway {
namespace {

constexpr absl::Duration kFirstPause = absl::Milliseconds(20);
constexpr absl::Duration kLongestPause = absl::Milliseconds(500);

// "<end in nanoseconds since 1970> <owner>": no two are equal.
std::string ValueOf(absl::Time end, absl::string_view owner) {
  return absl::StrCat(absl::ToUnixNanos(end), " ", owner);
}

absl::Time EndOf(const std::string& value) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(value, absl::MaxSplits(' ', 1));
  int64_t nanoseconds = 0;
  if (!absl::SimpleAtoi(parts.first, &nanoseconds)) return absl::InfinitePast();
  return absl::FromUnixNanos(nanoseconds);
}

}  // namespace

absl::StatusOr<std::unique_ptr<PullRequestLock>> PullRequestLock::Acquire(
    PullRequestLockOptions options) {
  std::string key = absl::StrCat("pull_request_lock/", options.repository_id, "/", options.number);
  const absl::Time give_up = options.now() + options.wait;
  absl::Duration pause = kFirstPause;
  while (true) {
    ASSIGN_OR_RETURN(const std::optional<StoredEntry> entry, options.store->Get(key));
    const absl::Time now = options.now();
    if (!entry.has_value() || EndOf(entry->value) <= now) {
      std::string value = ValueOf(now + options.duration, options.owner);
      absl::Status written =
          options.store->Commit({{.key = key,
                                  .value = value,
                                  .expected_version = entry.has_value() ? entry->version : 0}});
      if (written.ok()) {
        return std::unique_ptr<PullRequestLock>(
            new PullRequestLock(std::move(options), std::move(key), std::move(value)));
      }
      if (!absl::IsAborted(written)) return written;
    }
    if (now >= give_up) {
      return absl::UnavailableError(absl::StrCat("another worker is at pull request ",
                                                 options.number, " for longer than ",
                                                 absl::FormatDuration(options.wait)));
    }
    absl::SleepFor(pause);
    pause = std::min(pause * 2, kLongestPause);
  }
}

PullRequestLock::PullRequestLock(PullRequestLockOptions options, std::string key, std::string value)
    : options_(std::move(options)),
      key_(std::move(key)),
      value_(std::move(value)),
      heartbeat_(std::make_unique<Periodic>(options_.duration / 3, [this] { Renew(); })) {}

PullRequestLock::~PullRequestLock() {
  heartbeat_.reset();
  const absl::StatusOr<std::optional<StoredEntry>> entry = options_.store->Get(key_);
  if (!entry.ok() || !entry->has_value() || (*entry)->value != value_) return;
  // Somebody else's since, or the store is away: then it runs out by itself.
  options_.store->Commit({{.key = key_, .expected_version = (*entry)->version}}).IgnoreError();
}

void PullRequestLock::Renew() {
  const absl::Status status = TryToRenew();
  if (status.ok()) return;
  Log(LogLevel::kWarning, "lock of a pull request not renewed",
      {{"key", key_}, {"reason", std::string(status.message())}});
}

absl::Status PullRequestLock::TryToRenew() {
  ASSIGN_OR_RETURN(const std::optional<StoredEntry> entry, options_.store->Get(key_));
  if (!entry.has_value() || entry->value != value_) {
    return absl::AbortedError("it ran out and was taken by another worker");
  }
  std::string value = ValueOf(options_.now() + options_.duration, options_.owner);
  RETURN_IF_ERROR(
      options_.store->Commit({{.key = key_, .value = value, .expected_version = entry->version}}));
  value_ = std::move(value);
  return absl::OkStatus();
}

}  // namespace allreview::gateway
