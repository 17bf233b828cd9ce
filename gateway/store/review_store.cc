#include "gateway/store/review_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/event_records.h"
#include "gateway/store/repository_records.h"
#include "gateway/store/requester_records.h"
#include "gateway/store/store_keys.h"
#include "gateway/store/store_update.h"
#include "gateway/store/trend_records.h"
#include "google/protobuf/wrappers.pb.h"

namespace allreview::gateway {
namespace {

using review::v1::ReviewSummary;
using review::v1::StoredReview;

ReviewStoreOptions WithDefaults(ReviewStoreOptions options) {
  if (!options.now) options.now = absl::Now;
  return options;
}

absl::Status CheckSummary(const ReviewSummary& summary) {
  if (!IsId(summary.id())) {
    return absl::InvalidArgumentError(absl::StrCat("store: the id of a review is '", summary.id(),
                                                   "', wanted 26 digits of base 32"));
  }
  if (summary.repository().id() < 0 || summary.number() < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("store: review ", summary.id(), " names a negative repository or number"));
  }
  return absl::OkStatus();
}

PullRequestKey PullRequestOf(const ReviewSummary& summary) {
  return {.repository_id = summary.repository().id(), .number = summary.number()};
}

// The keys under which lists of less than everything find it.
std::vector<std::string> IndexKeys(const ReviewSummary& summary) {
  std::vector<std::string> keys;
  if (summary.repository().id() == 0) return keys;
  keys.push_back(ByRepositoryKey(summary.repository().id(), summary.id()));
  if (summary.number() != 0) {
    keys.push_back(ByPullRequestKey(PullRequestOf(summary), summary.id()));
  }
  return keys;
}

absl::Status NoteFinished(const ReviewSummary& summary, absl::Time now, StoreUpdate& update) {
  review::v1::Event event;
  event.set_type(review::v1::EVENT_TYPE_REVIEW_FINISHED);
  *event.mutable_review() = summary;
  return AppendEvent(std::move(event), now, update);
}

absl::Status ChangeSummary(const ReviewSummary& summary, absl::Time now, StoreUpdate& update) {
  const std::string key = SummaryKey(summary.id());
  RETURN_IF_ERROR(update.Prefetch({key, RepositoryKey(summary.repository().id())}));
  ASSIGN_OR_RETURN(std::optional<ReviewSummary> old, update.Get<ReviewSummary>(key));
  update.Put(key, summary);
  if (IsOpen(summary) && (!old || !IsOpen(*old))) update.PutEmpty(OpenKey(summary.id()));
  if (!IsOpen(summary) && (!old || IsOpen(*old))) update.Remove(OpenKey(summary.id()));
  const ReviewSummary before = old.value_or(ReviewSummary());
  if (IsFinished(summary) && !IsFinished(before)) {
    RETURN_IF_ERROR(NoteFinished(summary, now, update));
  }
  if (before.requested_by() != summary.requested_by()) {
    RETURN_IF_ERROR(RemoveKept(before.requested_by(), {summary.id()}, update));
  }
  if (before.repository().id() == summary.repository().id() &&
      before.number() == summary.number()) {
    return absl::OkStatus();
  }
  for (const std::string& index : IndexKeys(before)) update.Remove(index);
  for (const std::string& index : IndexKeys(summary)) update.PutEmpty(index);
  if (before.repository().id() == summary.repository().id()) return absl::OkStatus();
  RETURN_IF_ERROR(RemoveFromRepository(before.repository().id(), 1, update));
  return AddToRepository(summary, update);
}

absl::Status NotFound(absl::string_view id) {
  return absl::NotFoundError(absl::StrCat("there is no review '", id, "'"));
}

}  // namespace

ReviewStore::ReviewStore(KeyedStore* store, ReviewStoreOptions options)
    : store_(store),
      options_(WithDefaults(std::move(options))),
      ids_({.now = options_.now, .random = options_.random}) {}

absl::Status ReviewStore::PutSummary(const ReviewSummary& summary) {
  RETURN_IF_ERROR(CheckSummary(summary));
  const MutexLock lock(update_mutex_);
  return RunUpdate(
      store_, [&](StoreUpdate& update) { return ChangeSummary(summary, options_.now(), update); });
}

absl::StatusOr<ReviewSummary> ReviewStore::UpdateSummary(absl::string_view id,
                                                         const SummaryChange& change) {
  if (!IsId(id)) return NotFound(id);
  ReviewSummary summary;
  const MutexLock lock(update_mutex_);
  RETURN_IF_ERROR(RunUpdate(store_, [&](StoreUpdate& update) -> absl::Status {
    ASSIGN_OR_RETURN(std::optional<ReviewSummary> stored,
                     update.Get<ReviewSummary>(SummaryKey(id)));
    if (!stored) return NotFound(id);
    summary = *stored;
    if (!change(*stored)) return absl::OkStatus();
    summary = *std::move(stored);
    RETURN_IF_ERROR(CheckSummary(summary));
    return ChangeSummary(summary, options_.now(), update);
  }));
  return summary;
}

absl::Status ReviewStore::PutReview(const StoredReview& review, const SummaryCheck& check) {
  const ReviewSummary& summary = review.summary();
  RETURN_IF_ERROR(CheckSummary(summary));
  const bool is_done = summary.state() == review::v1::REVIEW_STATE_DONE;
  const std::string key = ReviewKey(summary.id());
  const TrendReview counted = TrendReviewOf(review, options_.now());
  StoredReview content = review;
  content.clear_summary();
  const MutexLock lock(update_mutex_);
  return RunUpdate(store_, [&](StoreUpdate& update) -> absl::Status {
    std::vector<std::string> keys = {SummaryKey(summary.id()), key,
                                     RepositoryKey(summary.repository().id())};
    if (is_done) keys.push_back(counted.trend_key);
    if (is_done && !counted.reviewed_key.empty()) keys.push_back(counted.reviewed_key);
    RETURN_IF_ERROR(update.Prefetch(keys));
    if (check) {
      ASSIGN_OR_RETURN(const std::optional<ReviewSummary> stored,
                       update.Get<ReviewSummary>(SummaryKey(summary.id())));
      RETURN_IF_ERROR(check(stored.value_or(ReviewSummary())));
    }
    RETURN_IF_ERROR(ChangeSummary(summary, options_.now(), update));
    ASSIGN_OR_RETURN(std::optional<StoredReview> old, update.Get<StoredReview>(key));
    const bool was_counted =
        old.has_value() && old->summary().state() == review::v1::REVIEW_STATE_DONE;
    if (is_done && !was_counted) RETURN_IF_ERROR(CountInTrends(counted, update));
    content.clear_summary();
    if (is_done || was_counted) {
      content.mutable_summary()->set_state(review::v1::REVIEW_STATE_DONE);
    }
    update.Put(key, content);
    return CountKept(summary.requested_by(), summary.id(),
                     static_cast<int64_t>(content.ByteSizeLong()), update);
  });
}

absl::StatusOr<StoredReview> ReviewStore::GetReview(absl::string_view id) {
  if (!IsId(id)) return NotFound(id);
  StoreUpdate reads(store_);
  RETURN_IF_ERROR(reads.Prefetch({SummaryKey(id), ReviewKey(id)}));
  ASSIGN_OR_RETURN(auto summary, reads.Get<ReviewSummary>(SummaryKey(id)));
  if (!summary) return NotFound(id);
  ASSIGN_OR_RETURN(auto review, reads.Get<StoredReview>(ReviewKey(id)));
  StoredReview result = std::move(review).value_or(StoredReview());
  *result.mutable_summary() = *std::move(summary);
  return result;
}

absl::StatusOr<int64_t> ReviewStore::KeptBytes(absl::string_view requested_by) {
  StoreUpdate reads(store_);
  ASSIGN_OR_RETURN(const auto kept,
                   reads.Get<google::protobuf::Int64Value>(KeptBytesKey(requested_by)));
  return kept.has_value() ? kept->value() : 0;
}

absl::StatusOr<ReviewSummary> ReviewStore::GetSummary(absl::string_view id) {
  if (!IsId(id)) return NotFound(id);
  StoreUpdate reads(store_);
  ASSIGN_OR_RETURN(auto summary, reads.Get<ReviewSummary>(SummaryKey(id)));
  if (!summary) return NotFound(id);
  return *std::move(summary);
}

absl::StatusOr<std::vector<ReviewSummary>> ReviewStore::ListOpen() {
  if (!is_open_indexed_) RETURN_IF_ERROR(IndexOpen());
  std::vector<ReviewSummary> open;
  for (KeyRange range = KeysWithPrefix(OpenKey(""));;) {
    ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store_->Scan(range));
    std::vector<std::string> keys;
    for (const StoredEntry& entry : entries) keys.push_back(SummaryKey(LastPart(entry.key)));
    ASSIGN_OR_RETURN(const auto summaries, store_->GetMany(keys));
    for (size_t i = 0; i < entries.size(); ++i) {
      ReviewSummary summary;
      if (summaries[i] && !ParseOrNote(*store_, *summaries[i], summary)) continue;
      if (summaries[i] && IsOpen(summary)) {
        open.push_back(std::move(summary));
        continue;
      }
      // Left by an interrupted IndexOpen. Opened again since: then its version has grown.
      store_->Commit({{.key = entries[i].key, .expected_version = entries[i].version}})
          .IgnoreError();
    }
    if (static_cast<int>(entries.size()) < range.limit) return open;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
}

// For reviews that a release without this index has left open.
absl::Status ReviewStore::IndexOpen() {
  for (KeyRange range = KeysWithPrefix(SummaryKey(""));;) {
    ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store_->Scan(range));
    for (const StoredEntry& entry : entries) {
      ReviewSummary summary;
      if (!ParseOrNote(*store_, entry, summary) || !IsOpen(summary)) continue;
      RETURN_IF_ERROR(store_->Commit({{.key = OpenKey(LastPart(entry.key)), .value = ""}}));
    }
    if (static_cast<int>(entries.size()) < range.limit) break;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
  is_open_indexed_ = true;
  return absl::OkStatus();
}

bool IsOpen(const ReviewSummary& summary) {
  return summary.state() == review::v1::REVIEW_STATE_QUEUED ||
         summary.state() == review::v1::REVIEW_STATE_RUNNING ||
         summary.publication().state() == review::v1::Publication::STATE_PENDING;
}

}  // namespace allreview::gateway
