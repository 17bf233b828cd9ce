// ReviewStore: what is removed when its time is over.

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/event_records.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/requester_records.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"

namespace allreview::gateway {
namespace {

using review::v1::PullRequestState;
using review::v1::ReviewSummary;

constexpr int kBatch = 100;

std::string Behind(const std::string& key) { return absl::StrCat(key, absl::string_view("\0", 1)); }

// Removes one batch of reviews; those that somebody else removed meanwhile do not count.
absl::StatusOr<int64_t> RemoveReviews(KeyedStore* store, const std::vector<std::string>& keys) {
  int64_t removed = 0;
  RETURN_IF_ERROR(RunUpdate(store, [&](StoreUpdate& update) -> absl::Status {
    removed = 0;
    RETURN_IF_ERROR(update.Prefetch(keys));
    std::map<int64_t, int> by_repository;
    std::map<std::string, std::vector<std::string>> by_requester;
    for (const std::string& key : keys) {
      ASSIGN_OR_RETURN(std::optional<ReviewSummary> summary, update.Get<ReviewSummary>(key));
      ASSIGN_OR_RETURN(const bool is_there, update.Contains(key));
      if (!is_there) continue;
      ++removed;
      update.Remove(key);
      update.Remove(ReviewKey(LastPart(key)));
      update.Remove(OpenKey(LastPart(key)));
      if (!summary) continue;  // Lists skip what its indexes still name.
      ++by_repository[summary->repository().id()];
      by_requester[summary->requested_by()].push_back(summary->id());
      update.Remove(ByRepositoryKey(summary->repository().id(), summary->id()));
      update.Remove(ByPullRequestKey(
          {.repository_id = summary->repository().id(), .number = summary->number()},
          summary->id()));
    }
    for (const auto& [repository_id, reviews] : by_repository) {
      RETURN_IF_ERROR(RemoveFromRepository(repository_id, reviews, update));
    }
    for (const auto& [requester, ids] : by_requester) {
      RETURN_IF_ERROR(RemoveKept(requester, ids, update));
    }
    return absl::OkStatus();
  }));
  return removed;
}

// Entries of one range; `more` gives other keys that go with one of them.
absl::StatusOr<int64_t> RemoveRange(
    KeyedStore* store, KeyRange range,
    const std::function<std::vector<std::string>(const std::string&)>& more) {
  range.limit = kBatch;
  for (int64_t removed = 0;;) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store->Scan(range));
    std::vector<StoreWrite> writes;
    for (const StoredEntry& entry : entries) {
      writes.push_back({.key = entry.key});
      for (std::string& key : more(entry.key)) writes.push_back({.key = std::move(key)});
    }
    if (!writes.empty()) RETURN_IF_ERROR(store->Commit(writes));
    removed += static_cast<int64_t>(entries.size());
    if (static_cast<int>(entries.size()) < range.limit) return removed;
  }
}

std::vector<std::string> Nothing(const std::string&) { return {}; }

// Whether it has no reviews, is not open and was not seen since `time`.
absl::StatusOr<bool> IsOver(KeyedStore* store, PullRequestKey key, absl::Time time) {
  ASSIGN_OR_RETURN(std::optional<StoredEntry> entry, store->Get(PullRequestStateKey(key)));
  if (entry) {
    PullRequestState state;
    if (ParseOrNote(*store, *entry, state) &&
        (state.is_open() || ToTime(state.head_seen_at()) >= time)) {
      return false;
    }
  }
  KeyRange reviews = KeysWithPrefix(ByPullRequestKey(key, ""));
  reviews.limit = 1;
  ASSIGN_OR_RETURN(std::vector<StoredEntry> left, store->Scan(reviews));
  return left.empty();
}

// The state goes last: with it, an interrupted removal is found again.
absl::Status RemovePullRequest(KeyedStore* store, PullRequestKey key) {
  std::string votes = VoteKey(key, "", "");
  votes.pop_back();  // Of all fingerprints.
  for (const std::string& prefix : {votes, FindingKey(key, "")}) {
    RETURN_IF_ERROR(RemoveRange(store, KeysWithPrefix(prefix), Nothing).status());
  }
  return store->Commit({{.key = PullRequestStateKey(key)}, {.key = ReviewedKey(key)}});
}

std::optional<PullRequestKey> ParsePullRequest(absl::string_view key) {
  const std::vector<absl::string_view> parts = absl::StrSplit(key, '/');
  PullRequestKey result;
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[1], &result.repository_id) ||
      !absl::SimpleAtoi(parts[2], &result.number)) {
    return std::nullopt;
  }
  return result;
}

absl::StatusOr<int64_t> RemovePullRequests(KeyedStore* store, absl::string_view prefix,
                                           absl::Time time) {
  int64_t removed = 0;
  for (KeyRange range = KeysWithPrefix(prefix);;) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store->Scan(range));
    for (const StoredEntry& entry : entries) {
      const std::optional<PullRequestKey> key = ParsePullRequest(entry.key);
      if (!key) continue;
      ASSIGN_OR_RETURN(const bool is_over, IsOver(store, *key, time));
      if (!is_over) continue;
      RETURN_IF_ERROR(RemovePullRequest(store, *key));
      ++removed;
    }
    if (static_cast<int>(entries.size()) < range.limit) return removed;
    range.first = Behind(entries.back().key);
  }
}

}  // namespace

absl::StatusOr<Removed> ReviewStore::RemoveBefore(absl::Time time) {
  Removed removed;
  const KeyRange old = {
      .first = SummaryKey(""), .last = SummaryKey(FirstIdAt(time)), .limit = kBatch};
  while (true) {
    ASSIGN_OR_RETURN(std::vector<StoredEntry> entries, store_->Scan(old));
    std::vector<std::string> keys;
    for (const StoredEntry& entry : entries) keys.push_back(entry.key);
    ASSIGN_OR_RETURN(const int64_t reviews, RemoveReviews(store_, keys));
    removed.reviews += reviews;
    if (static_cast<int>(entries.size()) < old.limit) break;
  }
  for (absl::string_view prefix : {"pull_request/", "reviewed/"}) {
    ASSIGN_OR_RETURN(const int64_t pull_requests, RemovePullRequests(store_, prefix, time));
    removed.pull_requests += pull_requests;
  }
  ASSIGN_OR_RETURN(
      removed.audit_entries,
      RemoveRange(store_, {.first = AuditKey(""), .last = AuditKey(FirstIdAt(time))}, Nothing));
  const absl::Time now = options_.now();
  const absl::Time delivered = std::max(time, now - options_.delivery_retention);
  ASSIGN_OR_RETURN(
      removed.deliveries,
      RemoveRange(store_, {.first = "delivery_time/", .last = DeliveryTimeKey(delivered, "")},
                  [](const std::string& key) -> std::vector<std::string> {
                    return {DeliveryKey(absl::string_view(key).substr(
                        DeliveryTimeKey(absl::UnixEpoch(), "").size()))};
                  }));
  ASSIGN_OR_RETURN(removed.events,
                   RemoveEventsBefore(std::max(time, now - options_.event_retention), *store_));
  ASSIGN_OR_RETURN(
      removed.trend_points,
      RemoveRange(store_,
                  {.first = "trend/", .last = TrendKey(DayOf(now - options_.trend_retention), 0)},
                  Nothing));
  return removed;
}

}  // namespace allreview::gateway
