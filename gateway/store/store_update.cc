#include "gateway/store/store_update.h"

#include <algorithm>

#include "absl/random/random.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/proto_json.h"
#include "base/status_macros.h"

namespace allreview::gateway {
namespace {

constexpr int kMaxTries = 200;

// One of all that collide gets through each time, so waiting is short at first.
void WaitAfter(int tries) {
  absl::BitGen random;
  absl::SleepFor(absl::Milliseconds(1) * std::min(tries, 20) * absl::Uniform(random, 0.0, 1.0));
}

}  // namespace

absl::Status ParseEntry(const StoredEntry& entry, google::protobuf::Message& message) {
  if (!entry.is_damaged && message.ParseFromString(entry.value)) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrCat("store: \"", absl::CHexEscape(entry.key), "\" holds ",
                   entry.is_damaged ? "something" : absl::StrCat(entry.value.size(), " bytes"),
                   " that is no ", message.GetTypeName()));
}

bool ParseOrNote(KeyedStore& store, const StoredEntry& entry, google::protobuf::Message& message) {
  const absl::Status status = ParseEntry(entry, message);
  if (!status.ok()) store.NoteUnreadable(entry.key, status.message());
  return status.ok();
}

absl::Status StoreUpdate::Prefetch(const std::vector<std::string>& keys) {
  std::vector<std::string> unknown;
  for (const std::string& key : keys) {
    if (read_.count(key) == 0) unknown.push_back(key);
  }
  if (unknown.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(std::vector<std::optional<StoredEntry>> entries, store_->GetMany(unknown));
  for (size_t i = 0; i < unknown.size(); ++i) read_[unknown[i]] = std::move(entries[i]);
  return absl::OkStatus();
}

absl::StatusOr<const StoredEntry*> StoreUpdate::Find(const std::string& key) {
  RETURN_IF_ERROR(Prefetch({key}));
  const std::optional<StoredEntry>& entry = read_.at(key);
  return entry ? &*entry : nullptr;
}

absl::StatusOr<bool> StoreUpdate::Contains(const std::string& key) {
  ASSIGN_OR_RETURN(const StoredEntry* entry, Find(key));
  return entry != nullptr;
}

absl::StatusOr<int64_t> StoreUpdate::VersionOf(const std::string& key) {
  ASSIGN_OR_RETURN(const StoredEntry* entry, Find(key));
  return entry == nullptr ? 0 : entry->version;
}

void StoreUpdate::Put(const std::string& key, const google::protobuf::Message& message) {
  written_[key] = SerializeWithSortedMaps(message);
}

void StoreUpdate::PutEmpty(const std::string& key) { written_[key] = std::string(); }

void StoreUpdate::Remove(const std::string& key) { written_[key] = std::nullopt; }

absl::Status StoreUpdate::Commit() {
  std::vector<StoreWrite> writes;
  for (auto& [key, value] : written_) {
    StoreWrite write{.key = key, .value = std::move(value)};
    if (const auto read = read_.find(key); read != read_.end()) {
      write.expected_version = read->second ? read->second->version : 0;
    }
    writes.push_back(std::move(write));
  }
  return writes.empty() ? absl::OkStatus() : store_->Commit(writes);
}

absl::Status RunUpdate(KeyedStore* store, const std::function<absl::Status(StoreUpdate&)>& change) {
  absl::Status status;
  for (int tries = 1; tries <= kMaxTries; ++tries) {
    StoreUpdate update(store, StoreUpdate::Damage::kIsReplaced);
    RETURN_IF_ERROR(change(update));
    status = update.Commit();
    if (!absl::IsAborted(status)) return status;
    WaitAfter(tries);
  }
  return absl::UnavailableError(absl::StrCat("store: too many writers at once, gave up after ",
                                             kMaxTries, " tries; last: ", status.message()));
}

}  // namespace allreview::gateway
