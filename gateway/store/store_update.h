#ifndef GATEWAY_STORE_STORE_UPDATE_H_
#define GATEWAY_STORE_STORE_UPDATE_H_

// Read, change and write entries of a KeyedStore as if nobody else did so meanwhile.
//
//   return RunUpdate(store, [&](StoreUpdate& update) -> absl::Status {
//     RETURN_IF_ERROR(update.Prefetch({key, other_key}));
//     ASSIGN_OR_RETURN(std::optional<TrendPoint> point, update.Get<TrendPoint>(key));
//     …
//     update.Put(key, *point);
//     return absl::OkStatus();
//   });
//
// What was read and is written must not have changed in between; if it has, the function is run
// again from the start, so it must depend on nothing that it has left behind.
//
// An entry that cannot be read is none for RunUpdate, which replaces it when it writes the key: one
// damaged record must not stop whatever counts in it. Reads alone say kDataLoss.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/store/keyed_store.h"
#include "google/protobuf/message.h"

namespace allreview::gateway {

// kDataLoss, naming the key, when the entry is damaged or no such message.
absl::Status ParseEntry(const StoredEntry& entry, google::protobuf::Message& message);

// For lists: false when the entry cannot be read, which is logged and counted.
bool ParseOrNote(KeyedStore& store, const StoredEntry& entry, google::protobuf::Message& message);

class StoreUpdate {
 public:
  enum class Damage { kIsError, kIsReplaced };
  explicit StoreUpdate(KeyedStore* store, Damage damage = Damage::kIsError)
      : store_(store), damage_(damage) {}

  // Reads what is not known yet in one round trip.
  absl::Status Prefetch(const std::vector<std::string>& keys);

  template <typename Message>
  absl::StatusOr<std::optional<Message>> Get(const std::string& key) {
    absl::StatusOr<const StoredEntry*> entry = Find(key);
    if (!entry.ok()) return entry.status();
    if (*entry == nullptr) return std::nullopt;
    Message message;
    absl::Status status = ParseEntry(**entry, message);
    if (status.ok()) return message;
    if (damage_ == Damage::kIsError) return status;
    store_->NoteUnreadable(key, status.message());
    return std::nullopt;
  }
  absl::StatusOr<bool> Contains(const std::string& key);
  // As the store has it; 0: there is none.
  absl::StatusOr<int64_t> VersionOf(const std::string& key);

  // The last change of a key counts. Get does not see changes.
  void Put(const std::string& key, const google::protobuf::Message& message);
  void PutEmpty(const std::string& key);
  void Remove(const std::string& key);

  absl::Status Commit();

 private:
  // Null: there is none.
  absl::StatusOr<const StoredEntry*> Find(const std::string& key);

  KeyedStore* const store_;
  const Damage damage_;
  std::map<std::string, std::optional<StoredEntry>> read_;
  std::map<std::string, std::optional<std::string>> written_;
};

// kUnavailable when others kept being faster.
absl::Status RunUpdate(KeyedStore* store, const std::function<absl::Status(StoreUpdate&)>& change);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_STORE_UPDATE_H_
