#include "gateway/store/event_records.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_keys.h"
#include "google/protobuf/wrappers.pb.h"

namespace allreview::gateway {
namespace {

using google::protobuf::Int64Value;
using review::v1::Event;

constexpr int kBatch = 100;

}  // namespace

bool IsFinished(const review::v1::ReviewSummary& summary) {
  return summary.state() == review::v1::REVIEW_STATE_DONE ||
         summary.state() == review::v1::REVIEW_STATE_FAILED;
}

absl::Status AppendEvent(Event event, absl::Time now, StoreUpdate& update) {
  ASSIGN_OR_RETURN(const std::optional<Int64Value> last, update.Get<Int64Value>(LastEventKey()));
  Int64Value number;
  number.set_value(last.value_or(Int64Value()).value() + 1);
  event.set_number(number.value());
  *event.mutable_at() = ToTimestamp(now);
  update.Put(LastEventKey(), number);
  update.Put(EventKey(event.number()), event);
  return absl::OkStatus();
}

absl::StatusOr<int64_t> RemoveEventsBefore(absl::Time time, KeyedStore& store) {
  KeyRange range = KeysWithPrefix("event/");
  range.limit = kBatch;
  for (int64_t removed = 0;;) {
    ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store.Scan(range));
    std::vector<StoreWrite> writes;
    for (const StoredEntry& entry : entries) {
      Event event;
      if (ParseOrNote(store, entry, event) && ToTime(event.at()) >= time) break;
      writes.push_back({.key = entry.key});
    }
    if (!writes.empty()) RETURN_IF_ERROR(store.Commit(writes));
    removed += static_cast<int64_t>(writes.size());
    if (static_cast<int>(writes.size()) < kBatch) return removed;
  }
}

absl::StatusOr<int64_t> ReviewStore::LastEvent() {
  StoreUpdate reads(store_);
  ASSIGN_OR_RETURN(const std::optional<Int64Value> last, reads.Get<Int64Value>(LastEventKey()));
  return last.value_or(Int64Value()).value();
}

absl::StatusOr<std::vector<Event>> ReviewStore::ListEvents(int64_t first, int limit) {
  KeyRange range = KeysWithPrefix("event/");
  range.first = EventKey(first);
  range.limit = limit;
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store_->Scan(range));
  std::vector<Event> events;
  for (const StoredEntry& entry : entries) {
    Event event;
    if (ParseOrNote(*store_, entry, event)) events.push_back(std::move(event));
  }
  return events;
}

}  // namespace allreview::gateway
